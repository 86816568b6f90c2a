import {parseFragment} from "../fragment/fragment.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, MeasureField} from "../layer/layer.ts";
import {findField, resolveField} from "../resolve/field.ts";
import type {
  ResolvedFilter,
  ResolvedMeasure,
  ResolvedOrder,
  ResolvedPer,
  ResolvedQuery,
  ResolvedTop,
} from "../resolve/resolved.ts";
import {addBounds, refuseManyPeriods} from "./bounds.ts";
import {ownTime, ownTimes} from "./conformed.ts";
import {placeConversion, refuseSplit} from "./conversion.ts";
import {foldsOf, keepsUnderFanOut, requireKey} from "./fold.ts";
import {OneTime} from "./one-time.ts";
import {cancelled, isSameWay} from "./paths.ts";
import {type Locator, placeConditions} from "./place.ts";
import type {Asked, Branch, Condition, GroupCondition, MeasureExpression, Plan, Special} from "./plan.ts";
import {joinReached} from "./reached.ts";
import {newScope, nodeAt, placedAt} from "./scope.ts";
import {findPeriods, partFilters, refuseCalendar, specialOf} from "./special.ts";
import {refuseWithin} from "./top.ts";
import {type Home, Ways} from "./ways.ts";

interface BranchHome extends Home {
  /** What separates the measures of this branch from others of the same model. */
  special?: {special: Special; key: string; measure: ResolvedMeasure};
}

const MAX_DERIVATION = 40;

/** Plans groups that a query looks into, beside its own. */
export interface GroupPlanner {
  per(layer: Layer, filter: ResolvedPer, query: ResolvedQuery): Asked;
  top(layer: Layer, query: ResolvedQuery, top: ResolvedTop): Plan;
}

/** Finds the branches of one statement while its measures are added. */
export class Planner {
  readonly branches: Branch[] = [];
  readonly #homes: BranchHome[] = [];
  /** Whether two references are of one time. Asked when all branches are known. */
  readonly oneTime: OneTime;
  readonly #ways: Ways;
  readonly #asked = new Map<ResolvedPer, Asked>();
  #top: Plan | undefined;

  constructor(
    readonly layer: Layer,
    readonly query: ResolvedQuery,
    readonly totals: boolean,
    private readonly groups: GroupPlanner,
  ) {
    this.#ways = new Ways(layer, query);
    this.oneTime = new OneTime(this.#ways, this.branches);
  }

  /** Adds the branch of the query's own model, which a query without measures takes its dimensions from. */
  homeBranch(): void {
    this.#branchOf({model: this.query.base, path: [], spelled: true});
  }

  /** Drops the measures of the branches, and keeps their rows. */
  forgetMeasures(): void {
    for (const branch of this.branches) {
      branch.measures = [];
      branch.fansOut = false;
      delete branch.folds;
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
    const branch = this.#branchOf({
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

  #branchOf(home: BranchHome): number {
    const path = cancelled(home.path);
    const same = this.#homes.findIndex(
      other =>
        other.model === home.model &&
        (other.spelled === home.spelled || path.length === 0) &&
        other.special?.key === home.special?.key &&
        isSameWay(other.path, path),
    );
    if (same >= 0) return same;
    this.#homes.push({...home, path});
    return this.branches.push(this.#newBranch({...home, path})) - 1;
  }

  #newBranch(home: BranchHome): Branch {
    const scope = newScope(home.model);
    const seen = this.query.seen?.get(home.model) ?? this.query;
    const references = seen.dimensions.map(({reference, pointer}) =>
      ownTime(this.layer, home, reference, pointer),
    );
    const dimensions = references.map((reference, i) =>
      placedAt(nodeAt(scope, this.#ways.wayTo(home, reference)), reference, seen.dimensions[i]?.timezone),
    );
    const locator = this.#locator(home);
    const branch: Branch = {
      path: home.path,
      spelled: home.spelled,
      scope,
      dimensions: this.totals ? [] : dimensions,
      placed: dimensions,
      measures: [],
      fansOut: false,
      ...(this.totals && this.query.having.length + this.query.calculated.length > 0
        ? {picked: dimensions}
        : {}),
    };
    let rows = ownTimes(this.layer, home, seen.where);
    const always = ownTimes(this.layer, home, seen.always);
    if (home.special !== undefined) {
      const {special, measure} = home.special;
      branch.special = special;
      if (special.conversion) placeConversion(this.layer, branch, special.conversion, measure);
      if (special.window !== undefined) {
        const {window} = special;
        const node = nodeAt(scope, window.path);
        const isAlong = (reference: FieldReference) => isSameWay(locator.wayTo(reference), window.path);
        refuseCalendar(window, measure, references, isAlong);
        const {rows: others, tests} = partFilters(window, measure, rows, isAlong);
        const found = findPeriods(window, measure, node, dimensions, this.query.calendar.timezone);
        branch.periods = {...found, tests, node, total: this.totals, beside: []};
        for (const test of tests) addBounds(branch.periods, window.dimension, test);
        for (const filter of always) {
          if (filter.kind !== "condition" || !filter.raw || filter.reference.field !== window.dimension)
            continue;
          if (isAlong(filter.reference)) addBounds(branch.periods, window.dimension, filter.test);
        }
        refuseManyPeriods(branch.periods, found.grain, this.query.calendar, {
          what: `"${measure.name}" goes over`,
          pointer: measure.pointer,
        });
        rows = others;
      }
    }
    placeConditions(scope, [...rows, ...always], locator);
    if (this.query.top !== undefined) this.#applyTop(branch, this.query.top, home.special?.measure);
    return branch;
  }

  /** Leaves out the rows of values that are not kept, or gives all of them one name. */
  #applyTop(branch: Branch, top: ResolvedTop, measure: ResolvedMeasure | undefined): void {
    const {placed, periods} = branch;
    if (measure !== undefined && periods !== undefined) {
      for (const {index} of [periods, ...periods.told]) refuseWithin(this.query, index, measure.name);
    }
    this.#top ??= this.groups.top(this.layer, this.query, top);
    const keys = [...top.within, top.dimension].flatMap(index => placed[index] ?? []);
    if (top.others === undefined) {
      const kept: Condition = {kind: "member", places: keys, asked: {groups: this.#top, negated: false}};
      if (branch.conversion !== undefined) branch.conversion.shown = kept;
      else branch.scope.conditions.push(kept);
    } else {
      branch.named = {groups: this.#top, keys, index: top.dimension, others: top.others};
    }
  }

  #locator(home: Home): Locator {
    return {
      wayTo: place => this.#ways.wayTo(home, place),
      from: model => this.#locator({model, path: [], spelled: true}),
      asked: filter => this.#askedFor(filter),
      own: (model, filters) => ownTimes(this.layer, {model, path: [], spelled: true}, filters),
    };
  }

  #askedFor(filter: ResolvedPer): Asked {
    const known = this.#asked.get(filter);
    if (known !== undefined) return known;
    const asked = this.groups.per(this.layer, filter, this.query);
    this.#asked.set(filter, asked);
    return asked;
  }

  /** The plans of all groups that conditions look into. */
  get asked(): Plan[] {
    const top = this.#top === undefined ? [] : [this.#top];
    if (this.#asked.size === 0) return top;
    const others = [...this.#asked.values()].flatMap(({groups, nothing}) =>
      nothing === undefined ? [groups] : [groups, nothing.all, nothing.passing],
    );
    return [...top, ...others];
  }

  groupCondition(filter: ResolvedFilter): GroupCondition {
    if (filter.kind === "not") {
      return {kind: "not", part: this.groupCondition({kind: "and", parts: filter.parts})};
    }
    if (filter.kind === "calculation") {
      return {kind: "test", measure: {kind: "calculation", index: filter.index}, test: filter.test};
    }
    if (filter.kind === "per" || filter.kind === "rows") throw new Error("a condition on rows among groups");
    if (filter.kind !== "condition") {
      return {kind: filter.kind, parts: filter.parts.map(part => this.groupCondition(part))};
    }
    const {field} = filter.reference;
    if (field.kind !== "measure") throw new Error(`${filter.name} is no measure`);
    const measure = {name: filter.name, reference: {...filter.reference, field}, pointer: filter.pointer};
    return {kind: "test", measure: this.expression(measure), test: filter.test};
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
