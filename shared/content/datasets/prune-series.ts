import type {Actor} from "../../core/actor.ts";
import {sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {deleteResourceIn} from "../../tenancy/content-kinds/kind.ts";
import {DATASET} from "./datasets.ts";

/** The most snapshots that one call tries to delete and reports, when a long series cannot be deleted. */
const MOST = 100;

export interface Pruned {
  /** Ids of the deleted snapshots. */
  deleted: string[];
  /** Snapshots that could not be deleted, each with the reason. */
  kept?: {id: string; because: string}[];
}

/**
 * Deletes all snapshots of a series except the newest `keep`, if they are not in use and the caller may delete them.
 * The result lists the older snapshots that were not deleted.
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
  const inUse: {id: string; because: string}[] = [];
  for (const {id, is_named: isNamed} of rows.toReversed()) {
    if (isNamed) {
      inUse.push({id, because: "A schedule, an action or a live dataset uses it."});
      continue;
    }
    try {
      await deleteResourceIn({db: tx}, actor, DATASET, id);
      deleted.push(id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      inUse.push({id, because: error.message});
    }
  }
  return {deleted, ...(inUse.length > 0 ? {kept: inUse} : {})};
}

/** A condition: the text of some JSON names the dataset `d`, by its id or as the model of a query. */
function names(text: ReturnType<typeof sql>) {
  return sql`(position('"' || d.id || '"' in ${text}) > 0 or position('"' || d.slug || '"' in ${text}) > 0)`;
}
