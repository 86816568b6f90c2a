import {branchesOfRows} from "./nested.ts";
import {isSamePath} from "./paths.ts";
import type {Branch} from "./plan.ts";

/**
 * Links each window whose periods have no filter at one end to the branches with other rows, because their rows bound
 * the periods as well. Branches of the same home have the same rows.
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

/** The branches of nested groups whose windows are along a dimension of the result, and so have all of its periods. */
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
