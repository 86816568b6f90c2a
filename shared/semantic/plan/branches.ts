import type {FieldReference, Layer, MeasureField} from "../layer/layer.ts";
import {cancelled} from "../layer/paths.ts";
import type {ResolvedMeasure, ResolvedPer, ResolvedQuery, ResolvedTop} from "../resolve/resolved.ts";
import {addBounds, refuseManyPeriods} from "./bounds.ts";
import {ownTime, ownTimes} from "./conformed.ts";
import {placeConversion} from "./events/conversion.ts";
import type {Home, PathFinder} from "./path-finder.ts";
import {isSamePath} from "./paths.ts";
import {type Locator, placeConditions} from "./place.ts";
import type {Branch, Condition, GroupMembership, Plan, RowPreparation} from "./plan.ts";
import {findPeriods, partFilters, refuseCalendar} from "./row-preparation.ts";
import {newScope, nodeAt, placedAt} from "./scope.ts";
import {refuseWithin} from "./top.ts";

/** The identity of a branch: the model and path of its rows, and how the rows are prepared. */
interface BranchHome extends Home {
  /** Measures of the same model share a branch only if the `key` is equal. */
  preparation?: {preparation: RowPreparation; key: string; measure: ResolvedMeasure};
}

/** Plans the groups that conditions look up: those of a `per` filter, and those that `top` keeps. */
export interface GroupPlanner {
  per(layer: Layer, filter: ResolvedPer, query: ResolvedQuery): GroupMembership;
  top(layer: Layer, query: ResolvedQuery, top: ResolvedTop): Plan;
}

/** The branches of one statement, each with its joins, conditions and periods. */
export class Branches {
  readonly all: Branch[] = [];
  /** The home of each branch, by its index; `undefined` for a branch whose rows are groups. */
  readonly #homes: (BranchHome | undefined)[] = [];
  readonly #memberships = new Map<ResolvedPer, GroupMembership>();
  #top: Plan | undefined;

  constructor(
    private readonly layer: Layer,
    private readonly query: ResolvedQuery,
    private readonly leading: number | undefined,
    private readonly groups: GroupPlanner,
    private readonly pathFinder: PathFinder,
    /**
     * The number of trailing dimensions that belong to nested groups: every grouping has them, regardless of `leading`.
     */
    private readonly per: number,
  ) {}

  /** The index of the branch of a home. Adds the branch if there is none yet. */
  of(home: BranchHome): number {
    const path = cancelled(home.path);
    const same = this.#homes.findIndex(other => other !== undefined && isSameHome(other, {...home, path}));
    if (same >= 0) return same;
    this.#homes.push({...home, path});
    return this.all.push(this.#newBranch({...home, path})) - 1;
  }

  /**
   * Places the conditions of a measure that aggregates some of the rows, and joins the tables that they read. The joins
   * are to-one, so they repeat no row.
   */
  placeRowConditions(index: number, field: MeasureField): void {
    const filters = this.query.rowConditions?.get(field);
    const [home, scope] = [this.#homes[index], this.all[index]?.scope];
    if (filters === undefined || home === undefined || scope === undefined) return;
    const beside = {...scope, conditions: []};
    placeConditions(beside, ownTimes(this.layer, home, filters), this.#locator(home));
    scope.rowConditions ??= new Map();
    scope.rowConditions.set(field, beside.conditions);
  }

  /** Adds a branch whose rows are groups, and returns its index. */
  add(branch: Branch): number {
    this.#homes.push(undefined);
    return this.all.push(branch) - 1;
  }

  /** Whether all branches have the same rows as the branches of another statement that has the same dimensions. */
  hasRowsOf(others: Branches): boolean {
    if (this.#homes.length !== others.#homes.length) return false;
    return this.#homes.every((home, i) => {
      const other = others.#homes[i];
      return home !== undefined && other !== undefined && isSameHome(home, other);
    });
  }

  #newBranch(home: BranchHome): Branch {
    const scope = newScope(home.model);
    const seen = this.query.seen?.get(home.model) ?? this.query;
    const references = seen.dimensions.map(({reference, pointer}) =>
      ownTime(this.layer, home, reference, pointer),
    );
    const dimensions = references.map((reference, i) =>
      placedAt(
        nodeAt(scope, this.pathFinder.pathTo(home, reference)),
        reference,
        seen.dimensions[i]?.timezone,
      ),
    );
    const locator = this.#locator(home);
    const own = dimensions.length - this.per;
    const branch: Branch = {
      path: home.path,
      spelled: home.spelled,
      scope,
      dimensions: [...dimensions.slice(0, this.leading ?? own), ...dimensions.slice(own)],
      placed: dimensions,
      measures: [],
      fansOut: false,
      ...(this.leading !== undefined && this.query.having.length + this.query.calculated.length > 0
        ? {picked: dimensions.slice(0, own)}
        : {}),
    };
    let rows = ownTimes(this.layer, home, seen.where);
    const always = ownTimes(this.layer, home, seen.always);
    if (home.preparation !== undefined) {
      const {preparation, measure} = home.preparation;
      branch.preparation = preparation;
      if (preparation.conversion) placeConversion(this.layer, branch, preparation.conversion, measure);
      if (preparation.window !== undefined) {
        const {window} = preparation;
        const node = nodeAt(scope, window.path);
        const isAlong = (reference: FieldReference) => isSamePath(locator.pathTo(reference), window.path);
        refuseCalendar(window, measure, references, isAlong);
        const {rows: others, tests} = partFilters(window, measure, rows, isAlong);
        const found = findPeriods(window, measure, node, dimensions, this.query.calendar.timezone);
        branch.periods = {...found, tests, node, total: this.leading === 0, beside: []};
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
    if (this.query.top !== undefined) this.#applyTop(branch, this.query.top, home.preparation?.measure);
    return branch;
  }

  /** Leaves out the rows of values that `top` does not keep, or puts all of these values under one name. */
  #applyTop(branch: Branch, top: ResolvedTop, measure: ResolvedMeasure | undefined): void {
    const {placed, periods} = branch;
    if (measure !== undefined && periods !== undefined) {
      for (const {index} of [periods, ...periods.implied]) refuseWithin(this.query, index, measure.name);
    }
    const groups = this.#topGroups(top);
    const keys = [...top.within, top.dimension].flatMap(index => placed[index] ?? []);
    if (top.others === undefined) {
      const memberCondition: Condition = {kind: "member", places: keys, membership: {groups, negated: false}};
      if (branch.conversion !== undefined) branch.conversion.resultCondition = memberCondition;
      else branch.scope.conditions.push(memberCondition);
    } else {
      const dimension = placed[top.dimension];
      if (dimension === undefined) throw new Error("a choice among no dimension");
      const {others, ofNumbers = false} = top;
      branch.named = {groups, keys, dimension, others, ofNumbers};
    }
  }

  #topGroups(top: ResolvedTop): Plan {
    this.#top ??= this.groups.top(this.layer, this.query, top);
    return this.#top;
  }

  /**
   * A planner of groups for parts of this statement, which have the same conditions and so share the planned groups.
   */
  get shared(): GroupPlanner {
    return {
      per: (_layer, filter) => this.#membershipOf(filter),
      top: (_layer, _query, top) => this.#topGroups(this.query.top ?? top),
    };
  }

  #locator(home: Home): Locator {
    return {
      pathTo: place => this.pathFinder.pathTo(home, place),
      from: model => this.#locator({model, path: [], spelled: true}),
      membershipOf: filter => this.#membershipOf(filter),
      own: (model, filters) => ownTimes(this.layer, {model, path: [], spelled: true}, filters),
    };
  }

  #membershipOf(filter: ResolvedPer): GroupMembership {
    const known = this.#memberships.get(filter);
    if (known !== undefined) return known;
    const membership = this.groups.per(this.layer, filter, this.query);
    this.#memberships.set(filter, membership);
    return membership;
  }

  /** The plans of all groups that conditions refer to: those of `top`, and those whose members a filter selects. */
  get lookups(): Plan[] {
    const top = this.#top === undefined ? [] : [this.#top];
    if (this.#memberships.size === 0) return top;
    const others = [...this.#memberships.values()].flatMap(({groups, nothing}) =>
      nothing === undefined ? [groups] : [groups, nothing.all, nothing.passing],
    );
    return [...top, ...others];
  }
}

function isSameHome(one: BranchHome, other: BranchHome): boolean {
  return (
    one.model === other.model &&
    (one.spelled === other.spelled || other.path.length === 0) &&
    one.preparation?.key === other.preparation?.key &&
    isSamePath(one.path, other.path)
  );
}
