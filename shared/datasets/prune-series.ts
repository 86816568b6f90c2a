import type {Actor} from "../actor.ts";
import {sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {deleteDatasetIn} from "./datasets.ts";

/** Of a long series that could not be deleted, so many are looked at and named. */
const MOST = 100;

export interface Pruned {
  /** Ids of those that were deleted. */
  deleted: string[];
  /** Those that could not be, and why. */
  kept?: {id: string; because: string}[];
}

/**
 * Deletes all but the newest snapshots of a series: each that nothing is made from and that the caller may delete. What
 * stays is named.
 */
export async function pruneSeries(tx: Tx, actor: Actor, series: string, keep: number): Promise<Pruned> {
  const {rows} = await sql<{id: string; is_named: boolean}>`
    select d.id, exists (
        select from actions a where a.org_id = d.org_id and ${names(sql`a.trigger::text || a.effects::text`)})
      or exists (
        select from schedules s
        where s.org_id = d.org_id and ${names(sql`s.resources::text || coalesce(s.condition::text, '')`)})
      or exists (
        select from datasets l where l.org_id = d.org_id and l.kind = 'live' and ${names(sql`l.definition::text`)}
      ) as is_named
    from datasets d
    where d.org_id = ${actor.orgId} and d.series = ${series}
    order by d.id desc offset ${keep} limit ${MOST}`.execute(tx);
  const deleted: string[] = [];
  const kept: {id: string; because: string}[] = [];
  for (const {id, is_named: isNamed} of rows.toReversed()) {
    if (isNamed) {
      kept.push({id, because: "A schedule, an action or a live dataset names it."});
      continue;
    }
    try {
      await deleteDatasetIn(tx, actor, id);
      deleted.push(id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      kept.push({id, because: error.message});
    }
  }
  return {deleted, ...(kept.length > 0 ? {kept} : {})};
}

/** A condition: the text of JSON names the dataset `d`, as an id or as the model of a query. */
function names(text: ReturnType<typeof sql>) {
  return sql`(position('"' || d.id || '"' in ${text}) > 0 or position('"' || d.slug || '"' in ${text}) > 0)`;
}
