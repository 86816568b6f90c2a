import type {GraphNote} from "../../shared/calls.ts";
import type {TableSource} from "../../shared/semantic/graph.ts";
import {inLanes} from "./lanes.ts";
import {notLookedAt, type Probing} from "./probing.ts";

/** A side of a join that is said to have one row at most for each key. */
export interface ToOneTarget {
  /** The models' names. */
  from: string;
  to: string;
  table: TableSource;
  columns: readonly string[];
}

/** Looks in the data whether the keys that joins lead to repeat there; targets that the engine keeps unique are left out by the caller. */
export async function checkTargets(
  probing: Probing,
  targets: readonly ToOneTarget[],
  notes: GraphNote[],
): Promise<void> {
  const verdicts = new Map<string, ReturnType<Probing["uniqueness"]>>();
  await inLanes(targets, async ({from, to, table, columns}) => {
    const key = JSON.stringify([to, ...columns]);
    const asked = verdicts.get(key) ?? probing.uniqueness(table, [columns]);
    verdicts.set(key, asked);
    const verdict = await asked;
    const over = `"${to}" over ${columns.join(", ")}`;
    if (!verdict) {
      notes.push(notLookedAt(`Whether ${over} is unique could not be seen in time.`, from));
    } else if (!verdict.isUnique[0]) {
      const message = `The join from "${from}" to ${over} is not to one row: the key repeats there, or is null.`;
      notes.push({model: from, code: "not_unique", message});
    }
  });
}
