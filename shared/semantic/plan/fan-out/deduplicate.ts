import {fieldError} from "../../layer/field-error.ts";
import type {MeasureField} from "../../layer/layer.ts";
import {modelInWords} from "../../layer/visibility.ts";
import type {ResolvedMeasure} from "../../resolve/resolved.ts";
import type {Branch, Condition, Fold, JoinNode} from "../plan.ts";

const KEEPS_UNDER_FAN_OUT: ReadonlySet<string> = new Set([
  "min",
  "max",
  "count_distinct",
  "count_distinct_approx",
]);

/** Whether the value of a measure over several groups can be computed from its values in each of the groups. */
export function hasParts({source, inputType}: MeasureField): boolean {
  // Averages are merged from sums, and dates and timestamps have no sum.
  if (source.type === "avg") return inputType === undefined || inputType === "number";
  return source.type === "count" || source.type === "sum" || source.type === "min" || source.type === "max";
}

/** Whether the value of an aggregate does not change when joins repeat rows. */
export function keepsUnderFanOut({source}: MeasureField): boolean {
  return KEEPS_UNDER_FAN_OUT.has(source.type);
}

/**
 * The many sides of a branch, if all of them can be folded: each is first reduced to the distinct combinations of its
 * join columns and its dimensions, so that a row of the home model is joined to each of its groups only once.
 * `undefined` if a condition needs their single rows.
 */
export function foldsOf(branch: Branch): Fold[] | undefined {
  const {scope} = branch;
  const folds: Fold[] = [];
  for (const root of scope.joins) {
    if (!root.many || root.parent?.many === true) continue;
    const nodes = new Set(scope.joins.filter(node => isBelow(node, root)));
    if (scope.conditions.some(condition => touches(condition, nodes))) return undefined;
    const dimensions = branch.dimensions.flatMap(({node}, i) => (nodes.has(node) ? [i] : []));
    folds.push({root, nodes, dimensions});
  }
  return folds;
}

function isBelow(node: JoinNode, root: JoinNode): boolean {
  for (let at: JoinNode | undefined = node; at !== undefined; at = at.parent) if (at === root) return true;
  return false;
}

function touches(condition: Condition, nodes: ReadonlySet<JoinNode>): boolean {
  if (condition.kind === "test" || condition.kind === "present") return nodes.has(condition.node);
  if (condition.kind === "exists") {
    const {root, conditions} = condition.scope;
    return (
      (root.parent !== undefined && nodes.has(root.parent)) || conditions.some(inner => touches(inner, nodes))
    );
  }
  if (condition.kind === "member" || condition.kind === "comparison")
    return condition.places.some(({node}) => nodes.has(node));
  if (condition.kind === "not") return touches(condition.part, nodes);
  return condition.parts.some(part => touches(part, nodes));
}

/** Throws `invalid_request` if the model of a measure has no primary key: repeated rows could not be removed. */
export function requireKey(measure: ResolvedMeasure, field: MeasureField): void {
  if ((field.model.source.primaryKey ?? []).length > 0) return;
  throw fieldError("invalid_request", measure.pointer, {
    message:
      `"${measure.name}" cannot be split here by a dimension on the many side of ${modelInWords(field.model)}: its rows would ` +
      `count several times. Give ${modelInWords(field.model)} a "primaryKey", or leave out that dimension or the ` +
      `filters on its side.`,
  });
}
