import {fieldError} from "../layer/field-error.ts";
import type {Layer, MeasureField} from "../layer/layer.ts";
import type {ResolvedCompare, ResolvedQuery} from "../resolve/resolved.ts";
import type {GroupPlanner} from "./branches.ts";
import {GROUPS} from "./groups.ts";
import {branchesOfRows} from "./nested.ts";
import type {Branch, MeasureExpression, Plan} from "./plan.ts";
import {Planner} from "./planner.ts";

/**
 * Adds the measures and branches of the earlier span to those of a query. The added branches are joined to the others by
 * the dimensions. Throws `invalid_request` for parts of a query that cannot be moved to the earlier span.
 */
export function planCompared(
  layer: Layer,
  query: ResolvedQuery,
  compare: ResolvedCompare,
  {branches, measures}: Pick<Plan, "branches" | "measures">,
  leading: number | undefined,
): Pick<Plan, "branches" | "measures" | "lookups"> {
  refuseUnmoved(query, compare, branches);
  // The query's own span decides which values `top` keeps.
  const groups: GroupPlanner = {...GROUPS, top: (_layer, _earlier, top) => GROUPS.top(layer, query, top)};
  const planner = new Planner(layer, {...query, where: compare.where}, leading, groups);
  const before = new Map<string, MeasureExpression>();
  for (const measure of query.measures) {
    if (measure.reference.compared !== "before") continue;
    before.set(measure.name, shiftBranches(planner.expression(measure), branches.length));
  }
  for (const branch of planner.branches) if (leading === undefined) branch.moved = compare.moved;
  let of: MeasureExpression | undefined;
  let earlier: MeasureExpression | undefined;
  const all = query.measures.map(({name, reference}, i) => {
    const measure = measures[i];
    if (measure === undefined) throw new Error(`${name} is not planned`);
    if (reference.compared === undefined) of = measure.expression;
    else if (reference.compared === "before") earlier = before.get(name);
    const isChange = reference.compared === "change";
    const expression =
      isChange && of && earlier ? ({kind: "change", of, before: earlier} as const) : undefined;
    const own = reference.compared === "before" ? earlier : expression;
    return {...measure, expression: own ?? measure.expression};
  });
  return {branches: [...branches, ...planner.branches], measures: all, lookups: planner.lookups};
}

/** The expression with `count` added to the indexes of its branches. */
function shiftBranches(expression: MeasureExpression, count: number): MeasureExpression {
  switch (expression.kind) {
    case "aggregate":
      return {...expression, branch: expression.branch + count};
    case "calculation":
      return expression;
    case "change":
      return {
        ...expression,
        of: shiftBranches(expression.of, count),
        before: shiftBranches(expression.before, count),
      };
    case "derived": {
      const references = new Map(
        [...expression.references].map(([name, one]) => [name, shiftBranches(one, count)]),
      );
      return {...expression, references};
    }
  }
}

function refuseUnmoved(query: ResolvedQuery, {moved}: ResolvedCompare, branches: readonly Branch[]): void {
  const {top, dimensions, measures, totals, having} = query;
  const unmoved = branchesOfRows(branches).find(
    ({periods, conversion}) => periods !== undefined || conversion !== undefined,
  );
  if (unmoved !== undefined) {
    const [field] = unmoved.conversion === undefined ? unmoved.measures : [unmoved.conversion.counted];
    const what =
      unmoved.conversion === undefined ? "looks at other periods by itself" : "looks at later rows";
    const isOf = (one: MeasureField) => (one.nested?.of.reference.field ?? one) === field;
    const name = measures.find(({reference}) => isOf(reference.field))?.name ?? field?.name ?? "";
    throw fieldError("invalid_request", "/compare", {
      message: `"compare" moves the rows of a span, and "${name}" ${what}. Leave one of them out.`,
    });
  }
  const index = [...(top?.within ?? []), ...(top ? [top.dimension] : [])].find(i => moved[i] !== undefined);
  if (index !== undefined) {
    throw fieldError("invalid_request", "/top", {
      message: `"top" chooses among the values of "${dimensions[index]?.name ?? ""}", which "compare" moves. Choose among another dimension.`,
    });
  }
  if (totals && having.length > 0) {
    throw fieldError("invalid_request", "/totals", {
      message: `"totals" of a comparison cover all groups, and a filter on a measure leaves out some of them. Leave out the filter, or "totals".`,
    });
  }
}
