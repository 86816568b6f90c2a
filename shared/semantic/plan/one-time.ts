import type {FieldReference} from "../layer/layer.ts";
import {isOfSameTime, wayToTime} from "../resolve/same-time.ts";
import {ownTime} from "./conformed.ts";
import {branchesOfRows} from "./nested.ts";
import {isSameWay} from "./paths.ts";
import type {Branch, MeasureExpression} from "./plan.ts";
import type {Ways} from "./ways.ts";

/**
 * Tells whether two references are of one time as seen from the rows of single branches: `metric_time` is another name
 * for the time of their own model, and of no other.
 */
export class OneTime {
  constructor(
    private readonly ways: Ways,
    private readonly branches: readonly Branch[],
  ) {}

  /** Whether no branch tells them apart. */
  everywhere(one: FieldReference, other: FieldReference): boolean {
    if (one.conformed === other.conformed) return isOfSameTime(one, other);
    return branchesOfRows(this.branches).every(branch => this.#isOne(branch, one, other));
  }

  /** Whether they are one in a branch that a measure is computed of, or in any if no measure is named. */
  somewhere(one: FieldReference, other: FieldReference, measure?: MeasureExpression): boolean {
    if (one.conformed === other.conformed) return isOfSameTime(one, other);
    const branches = measure === undefined ? this.branches : this.#branchesOf(measure);
    return branchesOfRows(branches).some(branch => this.#isOne(branch, one, other));
  }

  #isOne({scope, path, spelled}: Branch, one: FieldReference, other: FieldReference): boolean {
    const home = {model: scope.root.model, path, spelled};
    const [own, same] = [one, other].map(reference => {
      const seen = ownTime(this.ways.layer, home, reference);
      return {field: seen.time ?? seen.field, way: wayToTime(seen, this.ways.wayTo(home, seen))};
    });
    return own !== undefined && own.field === same?.field && isSameWay(own.way, same.way);
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
