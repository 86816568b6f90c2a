import type {Branch, JoinNode, MeasureExpression, NestedGroups, PlacedDimension, Plan} from "../plan.ts";

/**
 * Of each measure, the indexes of the dimensions of which one of its rows, or of the groups that it aggregates, can have
 * several values, and counts in each of these groups: for rows those on a many side.
 */
export function overlapsOf({branches, measures}: Plan): number[][] {
  const overlapOf = (expression: MeasureExpression): number[] => {
    if (expression.kind === "calculation") return [];
    if (expression.kind === "change") return overlapOf(expression.of);
    if (expression.kind === "derived") return [...expression.references.values()].flatMap(overlapOf);
    const {placed = [], nested} = branches[expression.branch] ?? {};
    if (nested !== undefined) return undecided(nested, placed.length);
    return placed.flatMap(({node}, index) => (node.many ? [index] : []));
  };
  return measures.map(({expression}) => [...new Set(overlapOf(expression))]);
}

/** The indexes of the first dimensions that do not follow from the last ones, by which nested groups are told apart. */
function undecided({plan}: NestedGroups, own: number): number[] {
  return Array.from({length: own}, (_, i) => i).filter(
    i => !plan.branches.every(branch => isDecided(branch, i, own)),
  );
}

function isDecided({placed}: Branch, index: number, own: number): boolean {
  const [dimension, per] = [placed[index], placed.slice(own)];
  if (dimension === undefined) return false;
  const {field, grain} = dimension;
  if (per.some(one => one.node === dimension.node && one.field === field && one.grain === grain)) return true;
  for (let at: JoinNode | undefined = dimension.node; at !== undefined; at = at.parent) {
    if (isKeyAmong(at, per)) return true;
    // At another time, or on a many side, it is another row.
    if (at.edge?.toMany === true || at.edge?.validity !== undefined) return false;
  }
  return false;
}

function isKeyAmong(node: JoinNode, per: readonly PlacedDimension[]): boolean {
  const columns = per.flatMap(({node: own, field: {source, bins}, grain}) =>
    own === node && grain === undefined && source.path === undefined && bins === undefined
      ? source.column
      : [],
  );
  const key = node.model.source.primaryKey ?? [];
  return key.length > 0 && key.every(column => columns.includes(column));
}
