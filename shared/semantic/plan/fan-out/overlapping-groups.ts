import type {Branch, JoinNode, MeasureExpression, NestedGroups, PlacedDimension, Plan} from "../plan.ts";

/**
 * For each measure, the indexes of the dimensions by which its groups can overlap. One row of the measure, or one of the
 * nested groups that it aggregates, can have several values of such a dimension, and counts in the group of each. For
 * measures of rows, these are the dimensions on a many side.
 */
export function overlapsOf({branches, measures}: Plan): number[][] {
  const overlapOf = (expression: MeasureExpression): number[] => {
    if (expression.kind === "calculation") return [];
    if (expression.kind === "change") return overlapOf(expression.of);
    if (expression.kind === "derived") return [...expression.references.values()].flatMap(overlapOf);
    const {placed = [], nested} = branches[expression.branch] ?? {};
    if (nested !== undefined) return freeDimensions(nested, placed);
    return placed.flatMap(({node}, index) => (node.many ? [index] : []));
  };
  return measures.map(({expression}) => [...new Set(overlapOf(expression))]);
}

/**
 * The indexes of the dimensions that are not functionally dependent on the dimensions of `per`, which identify nested
 * groups. A dimension that shows a measure of the groups is dependent if all other dimensions are.
 */
function freeDimensions({plan}: NestedGroups, placed: readonly PlacedDimension[]): number[] {
  const ownCount = placed.filter(({field}) => field.measured === undefined).length;
  let next = 0;
  const freedom = placed.map(({field}) => {
    if (field.measured !== undefined) return "as the others";
    const index = next++;
    return plan.branches.every(branch => isDecided(branch, index, ownCount)) ? "dependent" : "free";
  });
  const isAnyFree = freedom.includes("free");
  return freedom.flatMap((one, i) => (one === "free" || (one === "as the others" && isAnyFree) ? [i] : []));
}

function isDecided({placed}: Branch, index: number, ownCount: number): boolean {
  const [dimension, per] = [placed[index], placed.slice(ownCount)];
  if (dimension === undefined) return false;
  const {field, grain} = dimension;
  if (per.some(one => one.node === dimension.node && one.field === field && one.grain === grain)) return true;
  for (let at: JoinNode | undefined = dimension.node; at !== undefined; at = at.parent) {
    if (isKeyAmong(at, per)) return true;
    // Over a step to a many side, or to a row valid at some time, the same key can lead to another row.
    if (at.edge?.toMany === true || at.edge?.validity !== undefined) return false;
  }
  return false;
}

function isKeyAmong(node: JoinNode, per: readonly PlacedDimension[]): boolean {
  const columns = per.flatMap(({node: joinNode, field: {source, bins}, grain}) =>
    joinNode === node && grain === undefined && source.path === undefined && bins === undefined
      ? source.column
      : [],
  );
  const key = node.model.source.primaryKey ?? [];
  return key.length > 0 && key.every(column => columns.includes(column));
}
