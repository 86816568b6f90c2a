import {Type} from "@sinclair/typebox";
import type {Actor} from "../actor.ts";
import {type ContentRow, contentColumns, contentOf, listedColumns, viewContent} from "../content/content.ts";
import {type ContentPage, readablePage} from "../content/listing.ts";
import {levelSql, type Right, requireRight} from "../content/rights.ts";
import {type StandingRow, viewStanding} from "../content/standing.ts";
import {prepared} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {rowReaderOf} from "../validate.ts";
import {ActionTrigger, type ActionView, Effect} from "./schemas.ts";

const asked = Type.Object({trigger: ActionTrigger, effects: Type.Array(Effect)});

export interface ActionRow extends ContentRow {
  trigger: ActionTrigger;
  effects: Effect[];
  active: boolean;
  run_as: string;
  paused_because: string | null;
  /** Null where nothing comes due. */
  next_at: Date | null;
  last_run: ActionView["lastRun"];
}

type StoredAction = Omit<ActionRow, keyof typeof asked.properties> &
  Record<keyof typeof asked.properties, unknown>;

const read = rowReaderOf(asked, "the action");

/** Columns of the row `a` of `actions`, with when it comes due and what its last run was. */
const actionColumns = sql`a.trigger, a.effects, a.active, a.run_as, a.paused_because,
  (select k.next_at from cadences k where k.org_id = a.org_id and k.id = a.id) as next_at,
  (select json_build_object('id', r.id, 'status', r.status, 'finishedAt', to_char(
      r.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from action_runs r
    where r.action_id = a.id and r.org_id = a.org_id and not r.dry_run
    order by r.id desc limit 1) as last_run`;

export function viewAction(row: ActionRow): ActionView {
  const {id, name, ...rest} = viewContent(row);
  return {
    id,
    name,
    trigger: row.trigger,
    effects: row.effects,
    active: row.active,
    runAs: row.run_as,
    ...(!("cron" in row.trigger) ? {} : {nextRun: row.next_at?.toISOString() ?? null}),
    lastRun: row.last_run,
    ...(row.paused_because === null ? {} : {pausedBecause: row.paused_because}),
    ...rest,
  };
}

/** What the caller can read, newest first; one more than the page holds, where there are more. */
export async function listActions(db: Db, actor: Actor, page: ContentPage): Promise<ActionView[]> {
  const {rows} = await sql<StoredAction & StandingRow>`
    ${prepared} select ${listedColumns}, ${actionColumns}
    from ${readablePage(actor, "action", page)} readable
      cross join lateral (${contentOf(actor)}) c
      join actions a on a.org_id = ${actor.orgId} and a.id = readable.id
    order by readable.place`.execute(db);
  return rows.map(row => ({...viewAction(read(row)), ...viewStanding(row)}));
}

export async function getAction(db: Db, actor: Actor, id: string): Promise<ActionView> {
  return viewAction(await requireAction(db, actor, id, "view"));
}

/** The action, if the caller has this right on it: `not_found` or `missing_privilege` otherwise. */
export async function requireAction(
  db: Db | Tx,
  actor: Actor,
  id: string,
  right: Right,
): Promise<ActionRow & {level: number}> {
  const {rows} = await sql<StoredAction & {level: number}>`
    ${prepared} select ${contentColumns}, ${actionColumns}, ${levelSql(actor)} as level
    from content c join actions a on a.org_id = c.org_id and a.id = c.id
    where c.org_id = ${actor.orgId} and c.id = ${id}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, "action", id);
  return read(row!);
}
