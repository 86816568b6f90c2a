import {type TSchema, Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {deleteCadence, pauseCadence} from "../../core/cadence/cadences.ts";
import {requireResumer} from "../../core/cadence/require-resumer.ts";
import type {RecurringType} from "../../core/content-types.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {deleteStops} from "../../core/recipients/unsubscribes.ts";
import {parserOf} from "../../core/validate.ts";
import {isOpen} from "../content-rights/rights.ts";
import {anyVersion, type ContentRow, updateContent} from "./content.ts";
import {type ContentKind, lockResource, requireResource} from "./kind.ts";

export interface RecurringRow extends ContentRow {
  active: boolean;
  run_as: string;
  paused_because: string | null;
}

/** How a recurring kind is paused and resumed. */
export interface Pausing<R> {
  /** The rights or rows that each run gets from its principal, as a noun for the error message. */
  readonly delegated: Parameters<typeof requireResumer>[2];
  /** Throws for a caller who may not change the resource. Set for a kind that everyone in the organization may read. */
  readonly requireChanger?: (actor: Actor) => void;
  /** Writes the new state to the row of the kind and to its cadence. */
  readonly write: (tx: Tx, row: R, active: boolean, actor: Actor) => Promise<void>;
}

/** The schema of `lastOf`. */
export function lastSchema<S extends TSchema>(status: S) {
  const finishedAt = Type.Union([Type.String(), Type.Null()]);
  return Type.Union([Type.Object({id: Type.String(), status, finishedAt}), Type.Null()]);
}

/** A subquery with the newest of these runs `r`, given as a table with its condition. */
export function lastOf(runs: ReturnType<typeof sql>) {
  return sql`(select json_build_object('id', r.id, 'status', r.status, 'finishedAt', to_char(
      r.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from ${runs} order by r.id desc limit 1)`;
}

/** Whether slots and events take effect. */
export const Activity = Type.Object(
  {active: Type.Boolean({description: "`false` pauses it, `true` resumes it."})},
  {additionalProperties: false, $id: "Activity"},
);
export const readActivity = parserOf(Activity, "body");

/**
 * Pauses or resumes a recurring resource. Runs that were due while it was paused are not made up. `checkCurrent` gets
 * the locked resource as it is now, and may refuse the change.
 */
export type SetActive<V, D> = (
  deps: D,
  actor: Actor,
  id: string,
  readBody: () => Promise<{active: boolean}>,
  checkCurrent?: (current: unknown) => void,
) => Promise<V>;

export function setActiveOf<S, R extends RecurringRow, V, D extends {readonly db: Db}, L>(
  kind: ContentKind<S, R, V, D, L>,
  {delegated, requireChanger, write}: Pausing<R>,
): SetActive<V, D> {
  const right = isOpen(kind.type) ? "view" : "edit";
  return async (deps, actor, id, readBody, checkCurrent = anyVersion) => {
    await requireResource(deps.db, actor, kind, id, right);
    requireChanger?.(actor);
    const {active} = await readBody();
    const changed = await deps.db.transaction().execute(async tx => {
      const row = await lockResource(tx, actor, kind, id, right);
      checkCurrent(await kind.view(row, {...deps, db: tx}, actor));
      if (row.active === active) return row;
      if (active) requireResumer(actor, row, delegated);
      await write(tx, row, active, actor);
      await updateContent(tx, actor, kind.type, row, {}, ["active"]);
      return requireResource(tx, actor, kind, id, "view");
    });
    return kind.view(changed, deps, actor);
  };
}

/** Pauses content that can no longer run as its author intended, and stores the reason. */
export async function pauseRecurring(
  tx: Tx,
  type: RecurringType,
  orgId: string,
  id: string,
  reason: string,
): Promise<void> {
  await pauseCadence(tx, orgId, id);
  // Whether a schedule is active is in its cadence alone.
  const inactive = type === "schedule" ? sql`` : sql`active = false,`;
  await sql`
    update ${sql.table(`${type}s`)} set ${inactive} paused_because = ${reason}
    where org_id = ${orgId} and id = ${id}`.execute(tx);
}

/** Deletes the cadence and the opt-outs from its mail; the rest is deleted with the content, by cascade. */
export async function deleteCadenceAndStops(tx: Tx, {orgId}: Actor, {id}: {id: string}): Promise<void> {
  await deleteCadence(tx, orgId, id);
  await deleteStops(tx, orgId, id);
}
