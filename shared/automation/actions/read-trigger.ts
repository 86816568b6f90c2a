import {pinnedQuery} from "../../content/run-as/pinned-query.ts";
import type {Actor} from "../../core/actor.ts";
import {type Cadence, readCadence} from "../../core/cadence/cron.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import {calculationNames, columnNamesOf} from "../../semantic/index.ts";
import {requireNarrowing} from "./events.ts";
import {partFault, requireVisible, withPartPath} from "./part-faults.ts";
import type {ActionTrigger, Threshold} from "./schemas.ts";

/**
 * Checks and normalizes a trigger. Returns the trigger with its cadence, which is null for a trigger without a cadence.
 */
export async function readTrigger(
  deps: LayerDeps,
  actor: Actor,
  trigger: ActionTrigger,
): Promise<{trigger: ActionTrigger; cadence: Cadence | null}> {
  if (trigger.type === "manual") return {trigger, cadence: null};
  if (trigger.type === "event") {
    const {event, resourceId} = trigger;
    if (resourceId !== undefined) {
      await requireVisible("/trigger/resourceId", () => requireNarrowing(deps, actor, event, resourceId));
    }
    return {trigger, cadence: null};
  }
  const cadence = await withPartPath("/trigger", () => readCadence({timezone: "UTC", ...trigger}));
  if (trigger.type === "schedule") return {trigger: {...trigger, ...cadence}, cadence};
  const prepared = await checkThreshold(deps, actor, trigger);
  const {project, datasetId} = prepared;
  const pinned = pinnedQuery(trigger.query, prepared);
  // The project is stored with the query. Otherwise the query would return other rows after another project becomes the
  // default.
  const query = datasetId === undefined ? {...pinned, projectId: project.id} : pinned;
  return {trigger: {...trigger, query, ...cadence}, cadence};
}

async function checkThreshold(deps: LayerDeps, actor: Actor, threshold: Threshold): Promise<Prepared> {
  const {query, measure, compare, mode, remindEvery} = threshold;
  checkValue(threshold);
  const measures = [...columnNamesOf(query).measures, ...calculationNames(query)];
  const compared = [
    ["/trigger/measure", measure],
    ["/trigger/compare/measure", compare && "measure" in compare ? compare.measure : undefined],
  ] as const;
  for (const [path, name] of compared) {
    if (name === undefined || measures.includes(name)) continue;
    throw partFault(path, `"${name}" is not a measure of the threshold's query.`, measures);
  }
  if (remindEvery && mode !== "while_true") {
    throw partFault(
      "/trigger/remindEvery",
      "Only the mode `while_true` sends reminders. The other modes fire once.",
    );
  }
  const prepared = await withPartPath("/trigger/query", () => prepareQuery(deps, actor, query, new Date()));
  for (const [path, name] of compared) {
    const type = prepared.compiled.columns.find(column => column.name === name)?.type;
    if (type === undefined || type === "number") continue;
    throw partFault(path, `"${name}" is a ${type}, but a threshold compares numbers.`);
  }
  if (compare && "offset" in compare) checkOffset(threshold, prepared);
  return prepared;
}

function checkValue({value, compare}: Threshold): void {
  if (compare && "change" in compare && compare.change !== undefined) {
    if (value === undefined) {
      throw partFault(
        "/trigger/value",
        "A `change` is compared with `value`. Set `value`, to 0 for any change.",
      );
    }
    return;
  }
  if ((value === undefined) === (compare === undefined)) {
    throw partFault(
      "/trigger/value",
      "A threshold is compared with `value` or with `compare`. Set one of them.",
    );
  }
}

/**
 * Checks that the trigger can compare with an earlier period. The earlier period is found by moving the query's
 * relative periods back, so the query must have a relative period. The query must not have a dimension of dates or
 * times, because its rows would have no counterpart in the earlier period.
 */
function checkOffset({query}: Threshold, {compiled}: Prepared): void {
  if (!compiled.dependsOnNow) {
    throw partFault(
      "/trigger/compare/offset",
      "The query has no period that can be moved. Filter by a relative period, such as `in_past`.",
    );
  }
  for (const [index, name] of columnNamesOf(query).dimensions.entries()) {
    const type = compiled.columns[index]?.type;
    if (type !== "date" && type !== "timestamp") continue;
    throw partFault(
      `/trigger/query/dimensions/${index}`,
      `Rows of "${name}" have no counterpart in the earlier period. Leave out the dimension, because the filter sets the period. Or compare with a measure of the layer that has an \`offset\`.`,
    );
  }
}
