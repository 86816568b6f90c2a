import type {MeasureExpression, Plan} from "../plan.ts";

/**
 * Of each measure, the indexes of the dimensions on a many side of it: one of its rows can have several of their values,
 * and counts in each of these groups.
 */
export function overlapsOf({branches, measures}: Plan): number[][] {
  const overlapOf = (expression: MeasureExpression): number[] => {
    if (expression.kind === "calculation") return [];
    if (expression.kind === "change") return overlapOf(expression.of);
    if (expression.kind === "derived") return [...expression.references.values()].flatMap(overlapOf);
    const placed = branches[expression.branch]?.placed ?? [];
    return placed.flatMap(({node}, index) => (node.many ? [index] : []));
  };
  return measures.map(({expression}) => [...new Set(overlapOf(expression))]);
}
