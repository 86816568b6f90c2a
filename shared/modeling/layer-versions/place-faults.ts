import type {ErrorDetail} from "../../core/errors.ts";
import {pointerTo, segmentsOf} from "../../semantic/coded-error.ts";
import type {Merged} from "./merge-graph.ts";

/**
 * Translates the paths of faults in a merged graph to paths in the given graph. A fault in a part of the current graph
 * gets its path in the whole graph.
 */
export function placeFaults(
  {graph, givenModels, givenJoins, givenRollups}: Merged,
  faults: readonly ErrorDetail[],
): ErrorDetail[] {
  return faults.map(fault => {
    const [part = "", index = "", ...rest] = segmentsOf(fault.path);
    const at = Number(index);
    const given = {models: givenModels, joins: givenJoins, rollups: givenRollups}[part];
    const position = given?.get(at);
    if (position !== undefined) {
      return {...fault, path: pointerTo([part, position, ...rest])};
    }
    const place =
      part === "models"
        ? `the model "${graph.models[at]?.name}"`
        : part === "rollups"
          ? `the roll-up "${graph.rollups?.[at]?.name}"`
          : `the join from "${graph.joins?.[at]?.from}" to "${graph.joins?.[at]?.to}"`;
    return {...fault, path: "", message: `In ${place}, which stays in the layer: ${fault.message}`};
  });
}
