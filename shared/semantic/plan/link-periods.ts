import {branchesOfRows} from "./nested.ts";
import {isSamePath} from "./paths.ts";
import type {Branch} from "./plan.ts";

/**
 * Adds to the periods of each window the branches with other rows, if a filter does not set both ends of the periods: the
 * rows of those branches then bound the periods, too. Branches of the same home have the same rows.
 */
export function linkPeriods(branches: readonly Branch[], groups: readonly Branch[] = []): void {
  const all = branchesOfRows([...branches, ...groups]);
  for (const {periods, ...own} of [...branches, ...branches.flatMap(alongResult)]) {
    if (periods === undefined || (periods.from !== undefined && periods.to !== undefined)) continue;
    for (const other of all) {
      if (!hasSameRows(own, other) && !periods.beside.some(known => hasSameRows(known, other))) {
        periods.beside.push(other);
      }
    }
  }
}

/**
 * The branches of the nested groups that have a window along a dimension of the result: such a window has all periods
 * of the result.
 */
function alongResult({nested}: Branch): Branch[] {
  if (nested === undefined) return [];
  const {plan, leading} = nested;
  return plan.branches.filter(({periods}) => periods !== undefined && periods.index < leading);
}

type Home = Pick<Branch, "scope" | "path" | "spelled">;

function hasSameRows(one: Home, other: Home): boolean {
  return (
    one.scope.root.model === other.scope.root.model &&
    (one.spelled === other.spelled || one.path.length === 0) &&
    isSamePath(one.path, other.path)
  );
}
