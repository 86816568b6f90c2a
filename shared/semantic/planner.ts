import {parseFragment} from "./fragment.ts";
import type {Edge, Layer, LayerModel, MeasureField} from "./layer.ts";
import type {Branch, GroupCondition, MeasureExpression, PlacedDimension, Plan} from "./plan.ts";
import {foldsOf} from "./plan-fold.ts";
import {cancelled, conformedPath, isSameWay, reversed} from "./plan-paths.ts";
import {newScope, nodeAt, placeConditions} from "./plan-scope.ts";
import {findPeriods, partFilters, type Special, specialOf} from "./plan-special.ts";
import type {ResolvedFilter, ResolvedMeasure, ResolvedOrder, ResolvedQuery} from "./resolve.ts";
import {ambiguousPath, type FieldReference, fieldError, resolveField} from "./resolve-field.ts";

interface Home {
  model: LayerModel;
  path: readonly Edge[];
  /** Whether the query named each step to it: then a field's place is on that way and nowhere else. */
  spelled: boolean;
  /** What sets the measures of this branch apart from others of the same model. */
  special?: {special: Special; key: string; measure: ResolvedMeasure};
}

/** Whether an aggregate is the same when a row is met several times. */
const KEEPS_UNDER_FAN_OUT: ReadonlySet<string> = new Set([
  "min",
  "max",
  "count_distinct",
  "count_distinct_approx",
]);

const MAX_DERIVATION = 40;

/** The branches of one statement, found while its measures are asked for. */
export class Planner {
  readonly branches: Branch[] = [];
  readonly #homes: Home[] = [];

  constructor(
    readonly layer: Layer,
    readonly query: ResolvedQuery,
    readonly totals: boolean,
  ) {}

  /** The branch of the query's own model: what dimensions alone are taken from. */
  homeBranch(): void {
    this.#branchOf({model: this.query.base, path: [], spelled: true});
  }

  /** Leaves of the branches their rows. */
  forgetMeasures(): void {
    for (const branch of this.branches) {
      branch.measures = [];
      branch.fansOut = false;
      delete branch.folds;
    }
  }

  expression(measure: ResolvedMeasure): MeasureExpression {
    return this.#expression(measure, measure.reference, 0);
  }

  #expression(measure: ResolvedMeasure, reference: FieldReference, depth: number): MeasureExpression {
    const {field} = reference;
    if (field.kind !== "measure" || depth > MAX_DERIVATION) {
      throw fieldError("invalid_request", measure.pointer, {
        message: `The measure "${measure.name}" is not sound: "${field.model.name}.${field.name}" is ${
          field.kind === "measure" ? "part of a circle of measures" : "no measure"
        }. Correct it in the layer.`,
      });
    }
    if (field.source.type !== "number") return this.#aggregate(measure, {...reference, field});
    field.fragment ??= parseFragment(field.source.sql ?? "", field.model.columns, []);
    const references = new Map<string, MeasureExpression>();
    for (const piece of field.fragment.pieces) {
      if (piece.kind !== "ref" || references.has(piece.name)) continue;
      const inner = this.#within(measure, reference, piece.name);
      references.set(piece.name, this.#expression(measure, inner, depth + 1));
    }
    return {kind: "derived", field, references};
  }

  /** What `${name}` means in a derived measure: seen from the measure's own model. */
  #within(measure: ResolvedMeasure, outer: FieldReference, name: string): FieldReference {
    const model = outer.field.model;
    const qualified = name.includes(".") ? name : `${model.name}.${name}`;
    const inner = resolveField(this.layer, model, qualified, measure.pointer);
    const paths = outer.paths.flatMap(path => inner.paths.map(more => cancelled([...path, ...more])));
    const route = inner.route.length === 0 ? outer.route : inner.route;
    return {...inner, route, paths, spelled: outer.spelled && inner.spelled};
  }

  #aggregate(measure: ResolvedMeasure, reference: FieldReference & {field: MeasureField}): MeasureExpression {
    const {field} = reference;
    const special = specialOf(this.layer, measure, field);
    const branch = this.#branchOf({
      model: field.model,
      path: this.#settlePath(measure, reference),
      spelled: reference.spelled,
      ...(special === undefined ? {} : {special: {...special, measure}}),
    });
    const home = this.branches[branch]!;
    let index = home.measures.indexOf(field);
    if (index < 0) index = home.measures.push(field) - 1;
    if (home.scope.joins.some(node => node.many) && !KEEPS_UNDER_FAN_OUT.has(field.source.type)) {
      home.fansOut = true;
      const folds = home.special === undefined && home.picked === undefined ? foldsOf(home) : undefined;
      if (folds === undefined) this.#requireKey(measure, field);
      else home.folds = folds;
    }
    return {kind: "aggregate", branch, index, field};
  }

  #requireKey(measure: ResolvedMeasure, field: MeasureField): void {
    if ((field.model.source.primaryKey ?? []).length > 0) return;
    throw fieldError("invalid_request", measure.pointer, {
      message:
        `"${measure.name}" cannot be split here by a dimension on the many side of "${field.model.name}": its rows would ` +
        `count several times. Give the model "${field.model.name}" a "primaryKey", or leave out that dimension or the ` +
        `filters on its side.`,
    });
  }

  /** The way to a measure: its only one, or the one on which the query's fields lie nearest. */
  #settlePath(measure: ResolvedMeasure, reference: FieldReference): readonly Edge[] {
    const [first, ...others] = reference.paths;
    if (first === undefined) throw new Error(`no way to ${measure.name}`);
    if (others.length === 0) return first;
    const places = this.#places();
    const rated = reference.paths.map(path => {
      const ways = places.map(place =>
        this.#wayTo({model: reference.field.model, path, spelled: reference.spelled}, place),
      );
      return {path, ways, many: ways.filter(way => way.some(edge => edge.toMany)).length};
    });
    const least = Math.min(...rated.map(({many}) => many));
    const best = rated.filter(({many}) => many === least);
    const alike = best.every(({ways}) =>
      ways.every((way, i) => way.every((edge, j) => edge === best[0]!.ways[i]![j])),
    );
    if (!alike) throw ambiguousPath(this.query.base, reference, measure.name, measure.pointer);
    return best[0]!.path;
  }

  /** Every field that rows are grouped or picked by. */
  #places(): FieldReference[] {
    const places: FieldReference[] = this.query.dimensions.map(dimension => dimension.reference);
    const visit = (filter: ResolvedFilter) => {
      if (filter.kind === "condition") places.push(filter.reference);
      else for (const part of filter.parts) visit(part);
    };
    for (const filter of [...this.query.where, ...this.query.always]) visit(filter);
    return places;
  }

  /**
   * The steps from a branch's home to a field: back over the query's model where that leads to one row, or
   * where the query named the way; else the home's own way to what has the same name (a dimension that both
   * share); else over a many side.
   */
  #wayTo(home: Home, place: FieldReference): readonly Edge[] {
    const way = cancelled([...reversed(home.path), ...(place.paths[0] ?? [])]);
    if (home.spelled || !way.some(edge => edge.toMany)) return way;
    const names = place.route.length > 0 ? place.route : [this.query.base.name];
    const own = conformedPath(this.layer, home.model, names);
    if (own.length > 1) {
      throw fieldError("ambiguous_join_path", "", {
        message:
          `"${home.model.name}" reaches "${names.join(".")}" in ${own.length} ways: ` +
          `${own.map(path => `"${path.map(edge => edge.role).join(".")}"`).join(", ")}. Query the model ` +
          `"${home.model.name}" and name the one you mean.`,
        suggestions: own.map(path => `${path.map(edge => edge.role).join(".")}.${place.field.name}`),
      });
    }
    const only = own[0];
    return only !== undefined && only.at(-1)?.to === place.field.model ? only : way;
  }

  #branchOf(home: Home): number {
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

  #newBranch(home: Home): Branch {
    const scope = newScope(home.model);
    const dimensions = this.query.dimensions.map(({reference}): PlacedDimension => {
      const node = nodeAt(scope, this.#wayTo(home, reference));
      return {node, field: reference.field, ...(reference.grain ? {grain: reference.grain} : {})};
    });
    const locate = (reference: FieldReference) => this.#wayTo(home, reference);
    const branch: Branch = {
      scope,
      dimensions: this.totals ? [] : dimensions,
      measures: [],
      fansOut: false,
      ...(this.totals && this.query.having.length > 0 ? {picked: dimensions} : {}),
    };
    let rows: readonly ResolvedFilter[] = this.query.where;
    if (home.special !== undefined) {
      const {special, measure} = home.special;
      branch.special = special;
      if (special.window !== undefined) {
        const {window} = special;
        const node = nodeAt(scope, window.path);
        const {rows: others, tests} = partFilters(window, measure, rows, filter =>
          isSameWay(locate(filter.reference), window.path),
        );
        branch.periods = {
          ...findPeriods(window, measure, node, dimensions),
          tests,
          node,
          total: this.totals,
        };
        rows = others;
      }
    }
    placeConditions(scope, [...rows, ...this.query.always], locate);
    return branch;
  }

  groupCondition(filter: ResolvedFilter): GroupCondition {
    if (filter.kind !== "condition") {
      return {kind: filter.kind, parts: filter.parts.map(part => this.groupCondition(part))};
    }
    const {field} = filter.reference;
    if (field.kind !== "measure") throw new Error(`${filter.name} is no measure`);
    const measure = {name: filter.name, reference: {...filter.reference, field}, pointer: filter.pointer};
    return {kind: "test", measure: this.expression(measure), test: filter.test};
  }

  /** A measure that only orders must not bring groups of its own. */
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
