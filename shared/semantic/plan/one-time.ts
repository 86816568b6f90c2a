import type {FieldReference} from "../layer/layer.ts";
import {isOfSameTime, pathToTime} from "../resolve/same-time.ts";
import {ownTime} from "./conformed.ts";
import {branchesOfRows} from "./nested.ts";
import type {PathFinder} from "./path-finder.ts";
import {isSamePath} from "./paths.ts";
import type {Branch, MeasureExpression} from "./plan.ts";

/**
 * Decides whether two references mean the same time. That can differ between branches, because `metric_time` means the
 * time of each branch's own model.
 */
export class OneTime {
  constructor(
    private readonly pathFinder: PathFinder,
    private readonly branches: readonly Branch[],
  ) {}

  /** Whether the two are the same time in every branch. */
  everywhere(one: FieldReference, other: FieldReference): boolean {
    if (isMeasured(one) || isMeasured(other)) return false;
    if (one.conformed === other.conformed) return isOfSameTime(one, other);
    return branchesOfRows(this.branches).every(branch => this.#isOne(branch, one, other));
  }

  /** Whether the two are the same time in a branch of `measure`, or in any branch without `measure`. */
  somewhere(one: FieldReference, other: FieldReference, measure?: MeasureExpression): boolean {
    if (isMeasured(one) || isMeasured(other)) return false;
    if (one.conformed === other.conformed) return isOfSameTime(one, other);
    const branches = measure === undefined ? this.branches : this.#branchesOf(measure);
    return branchesOfRows(branches).some(branch => this.#isOne(branch, one, other));
  }

  #isOne({scope, path, spelled}: Branch, one: FieldReference, other: FieldReference): boolean {
    const home = {model: scope.root.model, path, spelled};
    const [own, same] = [one, other].map(reference => {
      const seen = ownTime(this.pathFinder.layer, home, reference);
      return {field: seen.time ?? seen.field, path: pathToTime(seen, this.pathFinder.pathTo(home, seen))};
    });
    return own !== undefined && own.field === same?.field && isSamePath(own.path, same.path);
  }

  #branchesOf(measure: MeasureExpression): Branch[] {
    if (measure.kind === "derived") {
      return measure.references
        .values()
        .flatMap(part => this.#branchesOf(part))
        .toArray();
    }
    return measure.kind === "aggregate" ? this.branches.slice(measure.branch, measure.branch + 1) : [];
  }
}

/** Whether the field shows a measure of nested groups, which has no time in rows. */
function isMeasured({field}: FieldReference): boolean {
  return field.kind === "dimension" && field.measured !== undefined;
}
