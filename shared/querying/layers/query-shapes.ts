import {deleteInBatches} from "../../core/database/delete-in-batches.ts";
import {type Db, sql} from "../../core/db.ts";
import type {Query} from "../../semantic/documents.ts";
import {shapeOf} from "../../semantic/rollup-matching/index.ts";

/** The most shapes that are stored for a project: those seen last are kept. */
export const MAX_SHAPES = 2000;
const MAX_KNOWN = 20_000;
const MAX_WAITING = 5000;
const DAY_MS = 24 * 60 * 60_000;

/** The shape of a query: the query without its values. Runs refer to it by its id. */
export interface QueryShape {
  id: string;
  query: Query;
}

interface Seen extends QueryShape {
  orgId: string;
  projectId: string;
  day: string;
}

/** The shape of a query; `undefined` for a query that no roll-up can answer. */
export function queryShape(query: Query, weekStart: "monday" | "sunday"): QueryShape | undefined {
  const shape = shapeOf(query, weekStart);
  if (shape === undefined) return undefined;
  // Every run stores the id: long enough to distinguish the shapes of a project.
  const id = new Bun.CryptoHasher("sha256").update(JSON.stringify(shape)).digest("base64url").slice(0, 12);
  return {id, query: shape};
}

/** The shapes that this process has seen; each is written once a day. */
export class ShapeMemory {
  #known = new Map<string, number>();
  #waiting = new Map<string, Seen>();

  note(of: {orgId: string; projectId: string}, {id, query}: QueryShape): void {
    const key = `${of.projectId} ${id}`;
    const day = Math.floor(Date.now() / DAY_MS);
    if (this.#known.get(key) === day || this.#waiting.size >= MAX_WAITING) return;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, day);
    this.#waiting.set(key, {...of, id, query, day: new Date(day * DAY_MS).toISOString().slice(0, 10)});
  }

  /** The shapes that have not been written yet. */
  take(): Seen[] {
    if (this.#waiting.size === 0) return [];
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    return taken;
  }

  /** Forgets shapes, so that they are written again when they are next seen. */
  forget(shapes: readonly {projectId: string; id: string}[]): void {
    for (const {projectId, id} of shapes) this.#known.delete(`${projectId} ${id}`);
  }
}

/** Stores shapes, and deletes the oldest of each of their projects beyond `MAX_SHAPES`. */
export async function writeShapes(db: Db, shapes: readonly Seen[]): Promise<void> {
  const rows = shapes
    .map(({orgId, projectId, id, query, day}) => ({
      org_id: orgId,
      project_id: projectId,
      id,
      query,
      seen_on: day,
    }))
    // All processes sort the rows in the same way, so that their statements cannot deadlock.
    .sort((a, b) => (a.project_id + a.id < b.project_id + b.id ? -1 : 1));
  await sql`
    insert into query_shapes (org_id, project_id, id, query, seen_on)
    select org_id, project_id, id, query, seen_on
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      org_id text, project_id text, id text, query json, seen_on date)
    where exists (select from projects p where p.org_id = r.org_id and p.id = r.project_id)
    on conflict (project_id, id) do update set seen_on = greatest(query_shapes.seen_on, excluded.seen_on)`.execute(
    db,
  );
  const [orgs, projects] = [shapes.map(({orgId}) => orgId), shapes.map(({projectId}) => projectId)];
  await sql`
    delete from query_shapes s using (
      select org_id, project_id, id from (
        select org_id, project_id, id, row_number() over (partition by project_id order by seen_on desc, id) as place
        from query_shapes where org_id = any (${orgs}::text[]) and project_id = any (${projects}::text[])) placed
      where place > ${MAX_SHAPES}) gone
    where s.org_id = gone.org_id and s.project_id = gone.project_id and s.id = gone.id`.execute(db);
}

/** Deletes shapes that no run in the history refers to any more. */
export async function collectShapes(db: Db, days: number): Promise<void> {
  await deleteInBatches(db, "query_shapes", sql`seen_on < (now() at time zone 'UTC')::date - ${days}::int`);
}
