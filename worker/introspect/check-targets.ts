import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {TableSource} from "../../shared/semantic/documents.ts";
import {CONCURRENCY, notCheckedNote, type Probing} from "./probing.ts";

/** A side of a join that is declared to have at most one row for each key. */
export interface ToOneTarget {
  /** The name of the model from which the join leads to the model `to`. */
  from: string;
  to: string;
  table: TableSource;
  columns: readonly string[];
  /**
   * Set if the rows are versions of the key: the columns with the start and end of their validity, or `computed` where
   * these are expressions.
   */
  versions?: {from: string; to: string} | "computed";
}

/**
 * Notes where the data has repeated keys on a side that joins declare unique, or versions of one key that are valid at
 * the same time. The caller leaves out keys that a constraint of the engine keeps unique.
 */
export async function checkTargets(
  probing: Probing,
  targets: readonly ToOneTarget[],
  notes: GraphNote[],
): Promise<void> {
  const verdicts = new Map<string, ReturnType<Probing["uniqueness"]>>();
  await forEachConcurrently(targets, CONCURRENCY, async target => {
    const {from, to, table, columns} = target;
    if (target.versions !== undefined) return checkVersions(probing, target, target.versions, notes);
    const key = JSON.stringify([to, ...columns]);
    const asked = verdicts.get(key) ?? probing.uniqueness(table, [columns]);
    verdicts.set(key, asked);
    const verdict = await asked;
    const over = `"${to}" over ${columns.join(", ")}`;
    if (!verdict) {
      notes.push(notCheckedNote(`Whether ${over} is unique could not be determined in time.`, from));
    } else if (!verdict.isUnique[0]) {
      const message = `The join from "${from}" to ${over} does not lead to one row, because the key there repeats or is null.`;
      notes.push({model: from, code: "not_unique", message});
    }
  });
}

async function checkVersions(
  probing: Probing,
  {from, to, table, columns}: ToOneTarget,
  versions: NonNullable<ToOneTarget["versions"]>,
  notes: GraphNote[],
): Promise<void> {
  const over = `"${to}" over ${columns.join(", ")}`;
  const found = versions === "computed" ? undefined : await probing.overlaps(table, columns, versions);
  if (found === undefined) {
    const why = versions === "computed" ? "because their validity is given by expressions" : "in time";
    const message = `Whether the versions of ${over} overlap could not be determined ${why}.`;
    notes.push(notCheckedNote(message, from));
  } else if (found > 0) {
    const message = `Of ${over}, ${found} version${found === 1 ? " is" : "s are"} still valid when the next version begins. At such a time, a row of "${from}" matches two versions and counts twice.`;
    notes.push({model: from, code: "versions_overlap", message});
  }
}
