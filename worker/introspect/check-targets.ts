import {inLanes} from "../../shared/lanes.ts";
import type {GraphNote} from "../../shared/projects/layer-schemas.ts";
import type {TableSource} from "../../shared/semantic/layer/graph.ts";
import {AT_ONCE, notLookedAt, type Probing} from "./probing.ts";

/** A side of a join that is declared to have at most one row for each key. */
export interface ToOneTarget {
  /** The name of the model that is joined from; `to` is the one joined to. */
  from: string;
  to: string;
  table: TableSource;
  columns: readonly string[];
}

/**
 * Notes where the data has repeated keys on a side that joins declare unique. The caller leaves out what the engine
 * keeps unique.
 */
export async function checkTargets(
  probing: Probing,
  targets: readonly ToOneTarget[],
  notes: GraphNote[],
): Promise<void> {
  const verdicts = new Map<string, ReturnType<Probing["uniqueness"]>>();
  await inLanes(targets, AT_ONCE, async ({from, to, table, columns}) => {
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
