import {parseFragment} from "../fragment/fragment.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, MeasureField, Nested} from "../layer/layer.ts";
import {findField, resolveField} from "../resolve/field.ts";
import type {
  ComparedField,
  ResolvedFilter,
  ResolvedMeasure,
  ResolvedOrder,
  ResolvedQuery,
} from "../resolve/resolved.ts";
import {Branches, type GroupPlanner} from "./branches.ts";
import {refuseSplit} from "./events/conversion.ts";
import {foldsOf, keepsUnderFanOut, requireKey} from "./fold.ts";
import {linkPeriods} from "./link-periods.ts";
import {nestedBranch, nestedPlan, refusePeriods} from "./nested.ts";
import {OneTime} from "./one-time.ts";
import {cancelled} from "./paths.ts";
import type {Branch, GroupCondition, MeasureExpression, Plan, TypedMeasure} from "./plan.ts";
import {joinReached} from "./reached.ts";
import {specialOf} from "./special.ts";
import {Ways} from "./ways.ts";

const MAX_DERIVATION = 40;

/** Plans the measures of one statement, and finds its branches on the way. */
export class Planner {
  /** Whether two references are of one time. Asked when all branches are known. */
  readonly oneTime: OneTime;
  readonly #ways: Ways;
  readonly #branches: Branches;
  /** Nested groups, with the index of the branch that aggregates them, and those of their measures by name. */
  readonly #nestedGroups: {
    per: string;
    planner: Planner;
    plan: Plan;
    branch: number;
    measures: Map<string, number>;
  }[] = [];

  constructor(
    readonly layer: Layer,
    readonly query: ResolvedQuery,
    /** How many leading dimensions the groups are of, where not all: 0 for totals. */
    readonly leading: number | undefined,
    groups: GroupPlanner,
    /** How many of the last dimensions are of nested groups, and grouped by whatever the leading ones are. */
    per = 0,
  ) {
    this.#ways = new Ways(layer, query);
    this.#branches = new Branches(layer, query, leading, groups, this.#ways, per);
    this.oneTime = new OneTime(this.#ways, this.branches);
  }

  get branches(): Branch[] {
    return this.#branches.all;
  }

  /** The plans of all groups that conditions look into. */
  get asked(): Plan[] {
    return this.#branches.asked;
  }

  /** Adds the branch of the query's own model, which a query without measures takes its dimensions from. */
  homeBranch(): void {
    this.#branches.of({model: this.query.base, path: [], spelled: true});
  }

  /** Drops the measures of the branches, and keeps their rows. */
  forgetMeasures(): void {
    for (const branch of this.branches) {
      branch.measures = [];
      branch.fansOut = false;
      delete branch.folds;
      if (branch.nested !== undefined) branch.nested.of = [];
    }
  }

  expression(measure: ResolvedMeasure): MeasureExpression {
    return this.#expression(measure, measure.reference, []);
  }

  /** `within` are the derived measures that the one referred to is part of, the outermost first. */
  #expression(
    measure: ResolvedMeasure,
    reference: FieldReference,
    within: readonly MeasureField[],
  ): MeasureExpression {
    const {field} = reference;
    if (field.kind !== "measure" || within.length > MAX_DERIVATION) {
      throw fieldError("invalid_request", measure.pointer, {
        message: `The measure "${measure.name}" is not valid: "${field.model.name}.${field.name}" is ${
          field.kind === "measure" ? "part of a circle of measures" : "no measure"
        }. Correct it in the layer.`,
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
   * The field that `${name}` means in a derived measure: what the query would get for that name, so that a ratio equals
   * the quotient of the measures beside it. It is resolved from the measure's own model instead if the query names the
   * path to the derived measure, or if its name for the other one leads nowhere, elsewhere or several ways.
   */
  #within(measure: ResolvedMeasure, outer: FieldReference, name: string): FieldReference {
    const {model} = outer.field;
    const qualified = name.includes(".") ? name : `${model.name}.${name}`;
    const inner = resolveField(this.layer, model, qualified, measure.pointer);
    const [role, ...steps] = outer.route;
    if (role === model.name && steps.length === 0 && inner.route.length > 0) {
      const beside = findField(this.layer, this.query.base, name);
      if (beside?.field === inner.field && this.#ways.hasOneWay(beside)) return beside;
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
    const special = specialOf(this.layer, measure, field, within);
    const branch = this.#branches.of({
      model: field.model,
      path: this.#ways.settlePath(measure, reference),
      spelled: reference.spelled,
      ...(special === undefined ? {} : {special: {...special, measure}}),
    });
    const home = this.branches[branch]!;
    joinReached(this.layer, field, home.scope, measure.pointer);
    const counted = special?.special.conversion?.counted ?? field;
    let index = home.measures.indexOf(counted);
    if (index < 0) index = home.measures.push(counted) - 1;
    const isMany = home.scope.joins.some(node => node.many);
    if (isMany && home.conversion !== undefined) refuseSplit(measure);
    if (isMany && !keepsUnderFanOut(field)) {
      home.fansOut = true;
      // Values that get one name could be several groups of a fold.
      const isPlain = home.special === undefined && home.picked === undefined && home.named === undefined;
      const folds = isPlain ? foldsOf(home) : undefined;
      if (folds === undefined) requireKey(measure, field);
      else home.folds = folds;
    }
    return {kind: "aggregate", branch, index, field: counted};
  }

  /** Measures of groups of the same rows share these groups, and so one branch. */
  #nested(field: MeasureField, {of, per}: Nested): MeasureExpression {
    const names = JSON.stringify(per.map(({name}) => name));
    const query = {...this.query, dimensions: [...this.query.dimensions, ...per]};
    const own = new Planner(this.layer, query, this.leading, this.#branches.shared, per.length);
    const expression = own.expression(of);
    let groups = this.#nestedGroups.find(
      one => one.per === names && one.planner.#branches.hasRowsOf(own.#branches),
    );
    if (groups === undefined) {
      if (this.leading !== undefined) refusePeriods(field, of, own.branches, this.leading);
      linkPeriods(own.branches);
      const plan = nestedPlan(query, own.branches, {leading: this.leading, per: per.length});
      const branch = this.#branches.add(nestedBranch(plan, per.length));
      groups = {per: names, planner: own, plan, branch, measures: new Map()};
      this.#nestedGroups.push(groups);
    }
    const {planner, plan, branch, measures} = groups;
    let value = measures.get(of.name);
    if (value === undefined) {
      const whole = planner === own ? expression : planner.expression(of);
      value = plan.measures.push({type: of.reference.field.type, expression: whole}) - 1;
      measures.set(of.name, value);
    }
    const home = this.branches[branch];
    if (home?.nested === undefined) throw new Error("a branch without its groups");
    let index = home.measures.indexOf(field);
    if (index < 0) {
      index = home.measures.push(field) - 1;
      home.nested.of.push(value);
    }
    return {kind: "aggregate", branch, index, field};
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
    if (field.kind !== "measure") throw new Error(`${name} is no measure`);
    const measure = {name, reference: {...reference, field}, pointer};
    return {type: field.type, expression: this.expression(measure)};
  }

  /** A measure that is only sorted by must not add a branch, because that would add groups. */
  order({by, descending}: ResolvedOrder): Plan["order"][number] {
    if (typeof by === "number") return {by, descending};
    const before = this.branches.length;
    const expression = this.expression(by);
    if (this.branches.length > before) {
      throw fieldError("invalid_order", by.pointer, {
        message: `"${by.name}" belongs to a model that no measure of the query is of. Add it to "measures" to order by it.`,
      });
    }
    return {by: expression, descending};
  }
}
