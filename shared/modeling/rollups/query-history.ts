import {type Db, sql} from "../../core/db.ts";
import {isReadable} from "../../core/validate.ts";
import {nearestSums, readRunSums} from "../../querying/queries/run-sums.ts";
import {Query} from "../../semantic/documents.ts";

/** The load that queries of one shape put on the warehouse. */
export interface QueryShapeLoad {
  /** The query; absent for runs of earlier versions, and for queries that no roll-up answers: funnels, retentions. */
  query?: Query;
  runs: number;
  warehouseMs: number;
}

export interface QueryHistory {
  since: Date;
  /** Ordered by time, the longest first. */
  shapes: QueryShapeLoad[];
  /** The average time of a query over a roll-up; `undefined` if there was none. */
  rollupMs?: number;
}

const isQuery = isReadable(Query);

/**
 * The queries that the warehouse and the roll-ups of a project have answered for people, by shape. The history begins
 * at the boundary of the stored sums that is nearest to `time`.
 */
export async function readQueryHistory(
  db: Db,
  project: {orgId: string; projectId: string},
  time: Date,
): Promise<QueryHistory> {
  const since = nearestSums(time);
  const sums = (await readRunSums(db, project, since)).filter(({isMiss}) => isMiss);
  const [fast, slow] = [sums.filter(isOfRollup), sums.filter(sum => !isOfRollup(sum))];
  const runs = fast.reduce((sum, row) => sum + row.runs, 0);
  const ms = fast.reduce((sum, row) => sum + row.ms, 0);
  const loads = new Map<string | null, {runs: number; ms: number}>();
  for (const {shape, runs, ms} of slow) {
    const before = loads.get(shape) ?? {runs: 0, ms: 0};
    loads.set(shape, {runs: before.runs + runs, ms: before.ms + ms});
  }
  const queries = await readShapes(db, project, [...loads.keys()]);
  return {
    since,
    shapes: [...loads]
      .map(([shape, {runs, ms}]) => {
        const query = queries.get(shape);
        return {...(isQuery(query) ? {query} : {}), runs, warehouseMs: ms};
      })
      .sort((a, b) => b.warehouseMs - a.warehouseMs),
    ...(runs > 0 ? {rollupMs: ms / runs} : {}),
  };
}

function isOfRollup({source}: {source: string}): boolean {
  return source.startsWith("rlb_");
}

async function readShapes(
  db: Db,
  {orgId, projectId}: {orgId: string; projectId: string},
  ids: readonly (string | null)[],
): Promise<Map<string | null, unknown>> {
  const {rows} = await sql<{id: string; query: unknown}>`
    select id, query from query_shapes
    where org_id = ${orgId} and project_id = ${projectId} and id = any (${ids.filter(id => id !== null)}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({id, query}) => [id, query]));
}
