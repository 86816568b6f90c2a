import type {Actor} from "../../ground/actor.ts";
import {deleteCadence} from "../../ground/cadence/cadences.ts";
import {requireResumer} from "../../ground/cadence/resume.ts";
import type {Db, Tx} from "../../ground/db.ts";
import {forgetStops} from "../../ground/recipients/stops.ts";
import {type ContentRow, updateContent} from "./content.ts";
import {type ContentKind, lockResource, requireResource} from "./kind.ts";
import {isOpen} from "./rights.ts";

interface RecurringRow extends ContentRow {
  active: boolean;
  run_as: string;
  paused_because: string | null;
}

/** The differences between the recurring kinds. */
interface Pausing<R> {
  /** What each run takes from its principal, for the error message. */
  whose: Parameters<typeof requireResumer>[2];
  /** Writes the new state to the row of the kind and to its cadence. */
  write: (tx: Tx, row: R, active: boolean) => Promise<void>;
}

/**
 * Pauses or resumes a recurring resource. Runs that were due while it was paused are not made up. `checkCurrent` gets
 * the locked resource as it is now, and may refuse the change. For an open kind, `readBody` checks who may change it.
 */
export async function setActive<S, R extends RecurringRow, V, D extends {readonly db: Db}, L>(
  deps: D,
  actor: Actor,
  kind: ContentKind<S, R, V, D, L>,
  id: string,
  readBody: () => Promise<{active: boolean}>,
  checkCurrent: (current: V) => void,
  {whose, write}: Pausing<R>,
): Promise<V> {
  const right = isOpen(kind.type) ? "view" : "edit";
  await requireResource(deps.db, actor, kind, id, right);
  const {active} = await readBody();
  const changed = await deps.db.transaction().execute(async tx => {
    const row = await lockResource(tx, actor, kind, id, right);
    checkCurrent(await kind.view(row, {...deps, db: tx}, actor));
    if (row.active === active) return row;
    if (active) requireResumer(actor, row, whose);
    await write(tx, row, active);
    await updateContent(tx, actor, kind.type, row, {}, ["active"]);
    return requireResource(tx, actor, kind, id, "view");
  });
  return kind.view(changed, deps, actor);
}

/** Deletes the cadence and the opt-outs from its mail; the rest is deleted with the content, by cascade. */
export async function forgetRecurring(tx: Tx, {orgId}: Actor, {id}: {id: string}): Promise<void> {
  await deleteCadence(tx, orgId, id);
  await forgetStops(tx, orgId, id);
}
