import {fieldError} from "../layer/field-error.ts";
import type {MeasureField, Nested} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import type {Branch, Plan} from "./plan.ts";

/** The groups of the leading dimensions and of the last ones, which nested measures are of. Its measures are added later. */
export function nestedPlan(
  {dimensions}: ResolvedQuery,
  branches: Branch[],
  {leading, per}: {leading: number | undefined; per: number},
): Plan {
  const own = dimensions.length - per;
  const grouped = [...dimensions.slice(0, leading ?? own), ...dimensions.slice(own)];
  return {
    branches,
    dimensions: grouped.map(({type}) => ({type})),
    measures: [],
    having: [],
    calculations: [],
    calculated: [],
    order: [],
    asked: [],
    limit: undefined,
  };
}

/** The branch that aggregates groups, of whose dimensions the last are not its own. */
export function nestedBranch(plan: Plan, per: number): Branch {
  const [first] = plan.branches;
  if (first === undefined) throw new Error("groups of no rows");
  const {path, spelled, scope, dimensions, placed} = first;
  return {
    path,
    spelled,
    scope,
    dimensions: dimensions.slice(0, -per),
    placed: placed.slice(0, -per),
    measures: [],
    fansOut: false,
    nested: {plan, of: []},
  };
}

/** The branches that have rows of tables, those of nested groups among them. */
export function branchesOfRows(branches: readonly Branch[]): Branch[] {
  return branches.flatMap(branch =>
    branch.nested === undefined ? branch : branchesOfRows(branch.nested.plan.branches),
  );
}

/** Refuses totals and subtotals of a measure whose values are those of the periods of a window. */
export function refusePeriods(
  {name}: MeasureField,
  of: Nested["of"],
  branches: readonly Branch[],
  leading: number,
): void {
  if (branches.every(({periods}) => periods === undefined)) return;
  const what = leading === 0 ? "totals" : "subtotals";
  throw fieldError("invalid_request", `/${what}`, {
    message: `"${what}" does not go with "${name}", because "${of.name}" has a window, whose periods hold the same rows. Leave one of them out.`,
  });
}
