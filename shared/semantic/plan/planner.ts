import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, MeasureField, Nested} from "../layer/layer.ts";
import {cancelled} from "../layer/paths.ts";
import {findField, resolveField} from "../resolve/field.ts";
import type {
  ComparedField,
  ResolvedFilter,
  ResolvedMeasure,
  ResolvedOrder,
  ResolvedQuery,
} from "../resolve/resolved.ts";
import {parseFragment} from "../sql-fragment/fragment.ts";
import {Branches, type GroupPlanner} from "./branches.ts";
import {refuseSplit} from "./events/conversion.ts";
import {foldsOf, keepsUnderFanOut, requireKey} from "./fan-out/deduplicate.ts";
import {joinReached} from "./join-read-tables.ts";
import {linkPeriods} from "./link-periods.ts";
import {isOfRows, keyOfGroups, nestedBranch, nestedPlan, queryOfGroups, refusePeriods} from "./nested.ts";
import {OneTime} from "./one-time.ts";
import {PathFinder} from "./path-finder.ts";
import type {Branch, GroupCondition, MeasureExpression, Plan, TypedMeasure} from "./plan.ts";
import {rowPreparationOf} from "./row-preparation.ts";

const MAX_DERIVATION = 40;
/**
 * The most measures that a derived measure is computed from, directly and through others, each counted as often as it
 * occurs.
 */
const MAX_DERIVED_FROM = 1000;

/** Plans the measures of one statement, and adds the branches that they need. */
export class Planner {
  /** Decides whether two references mean the same time. Only valid when all branches are known. */
  readonly oneTime: OneTime;
  readonly #pathFinder: PathFinder;
  readonly #branches: Branches;
  /** Nested groups, each with the index of the branch that aggregates them and the indexes of their measures by name. */
  readonly #nestedGroups: {
    per: string;
    planner: Planner;
    plan: Plan;
    branch: number;
    measures: Map<string, number>;
  }[] = [];
  /** The number of measures that the planned expression refers to so far. */
  #derivedFrom = 0;

  constructor(
    readonly layer: Layer,
    readonly query: ResolvedQuery,
    /** The number of leading dimensions to group by, 0 for totals; `undefined` for all. */
    readonly leading: number | undefined,
    groups: GroupPlanner,
    /**
     * The number of trailing dimensions that belong to nested groups: every grouping has them, regardless of `leading`.
     */
    per = 0,
  ) {
    this.#pathFinder = new PathFinder(layer, query);
    this.#branches = new Branches(layer, query, leading, groups, this.#pathFinder, per);
    this.oneTime = new OneTime(this.#pathFinder, this.branches);
  }

  get branches(): Branch[] {
    return this.#branches.all;
  }

  /** The plans of all groups that conditions look up. */
  get lookups(): Plan[] {
    return this.#branches.lookups;
  }

  /** Adds the branch of the query's own model, from which a query without measures takes its dimensions. */
  homeBranch(): void {
    const [first] = this.#measured;
    if (first !== undefined) this.#groupsOf(first.of, first.per);
    else this.#branches.of({model: this.query.base, path: [], spelled: true});
  }

  /** Removes the measures of the branches, but not the branches: their rows still decide which groups there are. */
  forgetMeasures(): void {
    for (const branch of this.branches) {
      branch.measures = [];
      branch.fansOut = false;
      delete branch.folds;
      if (branch.nested !== undefined) branch.nested.of = [];
    }
  }

  expression(measure: ResolvedMeasure): MeasureExpression {
    this.#derivedFrom = 0;
    return this.#expression(measure, measure.reference, []);
  }

  /** `within` has the derived measures that contain the referenced measure, the outermost first. */
  #expression(
    measure: ResolvedMeasure,
    reference: FieldReference,
    within: readonly MeasureField[],
  ): MeasureExpression {
    const {field} = reference;
    if (field.kind !== "measure" || within.length > MAX_DERIVATION) {
      throw fieldError("invalid_request", measure.pointer, {
        message: `The measure "${measure.name}" is not valid: "${field.model.name}.${field.name}" is ${
          field.kind === "measure" ? "part of a cycle of measures" : "no measure"
        }. Correct it in the layer.`,
      });
    }
    if (++this.#derivedFrom > MAX_DERIVED_FROM) {
      throw fieldError("invalid_request", measure.pointer, {
        message: `"${measure.name}" is computed from more than ${MAX_DERIVED_FROM} measures, each counted as often as it is repeated. Simplify it in the layer.`,
      });
    }
    if (field.nested !== undefined) return this.#nested(field, field.nested);
    if (field.source.type !== "number") return this.#aggregate(measure, {...reference, field}, within);
    field.fragment ??= parseFragment(field.source.sql ?? "", field.model.columns, []);
    const references = new Map<string, MeasureExpression>();
    for (const piece of field.fragment.pieces) {
      if (piece.kind !== "ref" || references.has(piece.name)) continue;
      const inner = this.#within(measure, reference, piece.name);
      references.set(piece.name, this.#expression(measure, inner, [...within, field]));
    }
    return {kind: "derived", field, references};
  }

  /**
   * The field that `${name}` means in a derived measure: usually the field, with its join path, that this name has in the
   * query itself, so that a ratio equals the quotient of the two measures beside it. The name is resolved from the
   * measure's own model if the query names the path to the derived measure, or if in the query the name means no field,
   * another field, or a field with several paths.
   */
  #within(measure: ResolvedMeasure, outer: FieldReference, name: string): FieldReference {
    const {model} = outer.field;
    const qualified = name.includes(".") ? name : `${model.name}.${name}`;
    const inner = resolveField(this.layer, model, qualified, measure.pointer);
    const [role, ...steps] = outer.route;
    if (role === model.name && steps.length === 0 && inner.route.length > 0) {
      const beside = findField(this.layer, this.query.base, name);
      if (beside?.field === inner.field && this.#pathFinder.hasOnePath(beside)) return beside;
    }
    const paths = outer.paths.flatMap(path => inner.paths.map(more => cancelled([...path, ...more])));
    const route = inner.route.length === 0 ? outer.route : inner.route;
    return {...inner, route, paths, spelled: outer.spelled && inner.spelled};
  }

  #aggregate(
    measure: ResolvedMeasure,
    reference: FieldReference & {field: MeasureField},
    within: readonly MeasureField[],
  ): MeasureExpression {
    const {field} = reference;
    const preparation = rowPreparationOf(this.layer, measure, field, within);
    const branch = this.#branches.of({
      model: field.model,
      path: this.#pathFinder.choosePath(measure, reference),
      spelled: reference.spelled,
      ...(preparation === undefined ? {} : {preparation: {...preparation, measure}}),
    });
    const home = this.branches[branch]!;
    joinReached(this.layer, field, home.scope, measure.pointer);
    this.#branches.placeRowConditions(branch, field);
    const counted = preparation?.preparation.conversion?.counted ?? field;
    let index = home.measures.indexOf(counted);
    if (index < 0) index = home.measures.push(counted) - 1;
    const isMany = home.scope.joins.some(node => node.many);
    if (isMany && home.conversion !== undefined) refuseSplit(measure);
    if (isMany && !keepsUnderFanOut(field)) {
      home.fansOut = true;
      // Folding would give several groups for the name that `top` gives to all other values, because it keeps these
      // values apart.
      const isPlain = home.preparation === undefined && home.picked === undefined && home.named === undefined;
      const folds = isPlain ? foldsOf(home) : undefined;
      if (folds === undefined) requireKey(measure, field);
      else home.folds = folds;
    }
    return {kind: "aggregate", branch, index, field: counted};
  }

  /** Measures over nested groups with the same dimensions and the same rows share a branch. */
  #nested(field: MeasureField, {of, per}: Nested): MeasureExpression {
    const {branch, value} = this.#groupsOf(of, per, field);
    const home = this.branches[branch];
    if (home?.nested === undefined) throw new Error("a branch without its groups");
    let index = home.measures.indexOf(field);
    if (index < 0) {
      index = home.measures.push(field) - 1;
      home.nested.of.push(value);
    }
    return {kind: "aggregate", branch, index, field};
  }

  /** The branch that aggregates the nested groups of a measure, and the index of the measure in these groups. */
  #groupsOf(of: Nested["of"], per: Nested["per"], field?: MeasureField): {branch: number; value: number} {
    const key = keyOfGroups(per);
    const query = queryOfGroups(this.query, per);
    const dimensions = this.query.dimensions.slice(0, this.leading);
    const leading = this.leading === undefined ? undefined : dimensions.filter(isOfRows).length;
    const own = new Planner(this.layer, query, leading, this.#branches.shared, per.length);
    // A total covers the groups of the result. Measures that group the result count, even those that a total does not show.
    for (const measured of this.#measured) own.expression(measured.of);
    own.expression(of);
    const showsMeasures = !dimensions.every(isOfRows);
    let groups = this.#nestedGroups.find(
      one => one.per === key && one.planner.#branches.hasRowsOf(own.#branches),
    );
    if (groups === undefined) {
      if (this.leading !== undefined && field) refusePeriods(field, of, own.branches, this.leading);
      linkPeriods(own.branches);
      const plan = nestedPlan(query, own.branches, {leading, per: per.length, showsMeasures});
      const branch = nestedBranch(plan, per.length, dimensions);
      groups = {per: key, planner: own, plan, branch: this.#branches.add(branch), measures: new Map()};
      this.#nestedGroups.push(groups);
    }
    const {branch, planner, plan, measures} = groups;
    const indexOf = ({name, reference, pointer}: Nested["of"]) => {
      const known = measures.get(name);
      if (known !== undefined) return known;
      const expression = planner.expression({name, reference, pointer});
      const value = plan.measures.push({type: reference.field.type, expression}) - 1;
      measures.set(name, value);
      return value;
    };
    const home = this.branches[branch];
    if (home?.nested !== undefined && showsMeasures) {
      home.nested.shownMeasures ??= dimensions.map(one => {
        const {measured} = one.reference.field;
        return measured && indexOf(measured.of);
      });
    }
    return {branch, value: indexOf(of)};
  }

  /** The measures of nested groups that the query uses as dimensions. */
  get #measured(): Nested[] {
    return this.query.dimensions.flatMap(({reference}) => reference.field.measured ?? []);
  }

  groupCondition(filter: ResolvedFilter): GroupCondition {
    if (filter.kind === "not") {
      return {kind: "not", part: this.groupCondition({kind: "and", parts: filter.parts})};
    }
    if (filter.kind === "calculation") {
      return {kind: "test", measure: {kind: "calculation", index: filter.index}, test: filter.test};
    }
    if (filter.kind === "comparison") {
      const {fields, op, negated} = filter;
      return {
        kind: "comparison",
        measures: [this.#compared(fields[0]), this.#compared(fields[1])],
        op,
        negated,
      };
    }
    if (filter.kind === "per" || filter.kind === "rows") throw new Error("a condition on rows among groups");
    if (filter.kind !== "condition") {
      return {kind: filter.kind, parts: filter.parts.map(part => this.groupCondition(part))};
    }
    return {kind: "test", measure: this.#compared(filter).expression, test: filter.test};
  }

  #compared({name, reference, pointer}: Omit<ComparedField, "timezone">): TypedMeasure {
    const {field} = reference;
    if (field.kind !== "measure") throw new Error(`${name} is not a measure`);
    const measure = {name, reference: {...reference, field}, pointer};
    return {type: field.type, expression: this.expression(measure)};
  }

  /** A measure in `orderBy` alone must not add a branch, because that would add groups to the result. */
  order({by, descending}: ResolvedOrder): Plan["order"][number] {
    if (typeof by === "number") return {by, descending};
    const before = this.branches.length;
    const expression = this.expression(by);
    if (this.branches.length > before) {
      throw fieldError("invalid_order", by.pointer, {
        message: `"${by.name}" belongs to a model of which the query has no measure. Add it to "measures" to order by it.`,
      });
    }
    return {by: expression, descending};
  }
}
