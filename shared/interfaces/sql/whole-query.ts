import type {SelectStmt} from "libpg-query";
import type {Block} from "./names/relations.ts";
import type {SqlPlan} from "./plan.ts";
import type {Planner} from "./planner.ts";
import type {PushedByUse} from "./rows/push-down.ts";

/** The plan of a statement that one query answers, `undefined` for every other. */
export function wholeQuery(
  _planner: Planner,
  _select: SelectStmt,
  _pushed: PushedByUse,
  _exact: ReadonlySet<Block>,
): SqlPlan | undefined {
  return undefined;
}
