import type {FieldReference, MeasureField, Nested} from "../layer/layer.ts";
import type {ResolvedMeasure} from "../resolve/resolved.ts";
import {FieldFitting} from "./fit-fields.ts";

/** Aggregates that take one of the values, or none, so that nothing is added or rounded. */
const TAKES_ONE: readonly string[] = ["min", "max", "count"];

/** Replaces also the fields of aggregates of groups: the measure and the dimensions of `per`. */
export class NestedFitting extends FieldFitting {
  override measure(measure: ResolvedMeasure): ResolvedMeasure | undefined {
    const {name, reference} = measure;
    const {field} = reference;
    if (field.nested === undefined) return super.measure(measure);
    const {of, per} = field.nested;
    const {fittedOf, fittedPer} = this.#amongGroups(per, () => ({
      fittedOf: super.measure(of),
      fittedPer: this.all(per, one => this.dimension(one)),
    }));
    if (fittedOf === undefined || this.why !== undefined) return undefined;
    if (this.#isFloat(of) && !TAKES_ONE.includes(field.source.type))
      return this.refuse(
        `"${name}" aggregates floating-point numbers, whose last digits engines write differently`,
      );
    if (reference.compared === "change" && !this.#isExact(field, field.nested))
      return this.refuseChange(name);
    const nested = {of: fittedOf, per: fittedPer};
    return {
      ...measure,
      reference: {...reference, field: {...field, model: this.candidate.layer.model, nested}},
    };
  }

  override canDecide(name: string, reference: FieldReference): boolean {
    const {field} = reference;
    if (field.kind !== "measure" || field.nested === undefined) return super.canDecide(name, reference);
    if (!this.#canDecideNested(name, field, field.nested)) return false;
    const {of} = field.nested;
    const stored = this.storedMeasure(of.name, of.reference);
    const isQuotient = reference.compared === "change" && field.source.type !== "count";
    if (!isQuotient || (stored !== undefined && this.isOfIntegers(stored))) return true;
    return this.no(`the last digits of "${name}", a quotient, decide what is shown first or at all`);
  }

  /** Whether the aggregate has no digits that are rounded. */
  #isExact({source: {type}}: MeasureField, {of}: Nested): boolean {
    const isTaken = type === "sum" || TAKES_ONE.includes(type);
    const stored = this.storedMeasure(of.name, of.reference);
    return type === "count" || (isTaken && stored?.recipe.kind === "part");
  }

  /**
   * Whether groups can be ordered or filtered by the aggregate: a count, or a minimum, maximum or sum that is not
   * rounded.
   */
  #canDecideNested(name: string, {source: {type}}: MeasureField, {of, per}: Nested): boolean {
    const stored = this.storedMeasure(of.name, of.reference);
    if (stored === undefined || type === "count") return stored !== undefined;
    if (TAKES_ONE.includes(type)) return this.#amongGroups(per, () => super.canDecide(of.name, of.reference));
    if (type === "sum" && stored.recipe.kind === "part") return true;
    return this.no(`the last digits of "${name}", which is rounded, decide what is shown first or at all`);
  }

  /** The result of `decide`, with the dimensions of `per` added to those that form a group. */
  #amongGroups<T>(per: Nested["per"], decide: () => T): T {
    this.per = per;
    try {
      return decide();
    } finally {
      this.per = [];
    }
  }

  #isFloat({name, reference}: Nested["of"]): boolean {
    const {parts = []} = this.storedMeasure(name, reference) ?? {};
    return parts.some(({column}) => this.column(column).kind === "float");
  }
}
