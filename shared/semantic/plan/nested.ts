import {fieldError} from "../layer/field-error.ts";
import type {MeasureField, Nested} from "../layer/layer.ts";
import type {ResolvedDimension, ResolvedQuery} from "../resolve/resolved.ts";
import type {Branch, PlacedDimension, Plan} from "./plan.ts";

/** A key that is equal for groups by the same dimensions. Bins are the same if their edges and their name are. */
export function keyOfGroups(per: Nested["per"]): string {
  return JSON.stringify(
    per.map(({name, reference}) => {
      const {bins} = reference.field;
      return bins === undefined ? name : [name, {...bins, of: undefined}];
    }),
  );
}

/** The query for the nested groups: grouped by the dimensions that have values in rows, and then by those of `per`. */
export function queryOfGroups(query: ResolvedQuery, per: Nested["per"]): ResolvedQuery {
  const {dimensions, top} = query;
  const ofRows = dimensions.filter(isOfRows);
  const placeOf = (index: number) => dimensions.slice(0, index).filter(isOfRows).length;
  const chosen = top && {...top, dimension: placeOf(top.dimension), within: top.within.map(placeOf)};
  return {...query, dimensions: [...ofRows, ...per], top: chosen};
}

/** Whether a dimension has values in rows: a measure of nested groups that is used as a dimension has none. */
export function isOfRows({reference}: ResolvedDimension): boolean {
  return reference.field.measured === undefined;
}

/** The plan of nested groups, by the leading dimensions and the trailing ones (`per`). Its measures are added later. */
export function nestedPlan(
  {dimensions}: ResolvedQuery,
  branches: Branch[],
  {leading, per, showsMeasures}: {leading: number | undefined; per: number; showsMeasures: boolean},
): Plan {
  const own = dimensions.length - per;
  const grouped = [...dimensions.slice(0, leading ?? own), ...dimensions.slice(own)];
  return {
    branches,
    // Beside a dimension that shows a measure of the groups, the other dimensions have other indexes than in the
    // result.
    dimensions: grouped.map(({type}, i) => (showsMeasures ? {type, own: `k${i}`} : {type})),
    measures: [],
    having: [],
    calculations: [],
    calculated: [],
    order: [],
    lookups: [],
    limit: undefined,
  };
}

/**
 * The branch that aggregates nested groups by `dimensions`. The trailing `per` dimensions of the groups are not among
 * `dimensions`.
 */
export function nestedBranch(plan: Plan, per: number, dimensions: readonly ResolvedDimension[]): Branch {
  const [first] = plan.branches;
  if (first === undefined) throw new Error("groups of no rows");
  const {path, spelled, scope} = first;
  const showsMeasures = !dimensions.every(isOfRows);
  return {
    path,
    spelled,
    scope,
    dimensions: showsMeasures
      ? placedAmong(first.dimensions, first, dimensions)
      : first.dimensions.slice(0, -per),
    placed: showsMeasures ? placedAmong(first.placed, first, dimensions) : first.placed.slice(0, -per),
    measures: [],
    fansOut: false,
    nested: {plan, leading: plan.dimensions.length - per, of: []},
  };
}

/** The dimensions of the branch in order. Dimensions of rows are placed as in the groups, all others on the root. */
function placedAmong(
  placed: readonly PlacedDimension[],
  {scope}: Branch,
  dimensions: readonly ResolvedDimension[],
): PlacedDimension[] {
  let next = 0;
  return dimensions.flatMap(dimension =>
    isOfRows(dimension) ? (placed[next++] ?? []) : {node: scope.root, field: dimension.reference.field},
  );
}

/** The branches that read rows of tables. A branch over nested groups is replaced by the branches of these groups. */
export function branchesOfRows(branches: readonly Branch[]): Branch[] {
  return branches.flatMap(branch =>
    branch.nested === undefined ? branch : branchesOfRows(branch.nested.plan.branches),
  );
}

/** Refuses totals and subtotals of a measure over nested groups whose values have a window: its periods share rows. */
export function refusePeriods(
  {name}: MeasureField,
  of: Nested["of"],
  branches: readonly Branch[],
  leading: number,
): void {
  if (branches.every(({periods}) => periods === undefined)) return;
  const what = leading === 0 ? "totals" : "subtotals";
  throw fieldError("invalid_request", `/${what}`, {
    message: `"${what}" does not go with "${name}", because "${of.name}" has a window, whose periods share rows. Leave one of them out.`,
  });
}
