import type {Fragment} from "../sql-fragment/fragment.ts";
import type {Grain} from "./grains.ts";
import type {Dimension, DimensionType, Graph, Measure, Model} from "./graph.ts";
import type {Join, JoinValidity} from "./join.ts";
import {measureTypes} from "./measure-types.ts";
import {tableKey} from "./names.ts";

/** One direction of a join, from one model to the other. */
export class Edge {
  readonly reverse: Edge;
  #on: readonly (readonly [string, string])[] | undefined;

  /**
   * @param role the name under which the target's fields are reached from `from`
   * @param toMany whether one row of `from` may be joined to several rows of `to`
   * @param join the join in the graph; absent for the reverse direction
   * @param day for a step to the calendar: the time of `from` whose day is looked up there, instead of a column
   */
  constructor(
    readonly from: LayerModel,
    readonly to: LayerModel,
    readonly role: string,
    readonly toMany: boolean,
    private readonly join: Pick<Join, "on" | "validity"> | undefined,
    back: Edge | {role: string; toMany: boolean},
    readonly day?: {field: DimensionField; timezone?: string},
  ) {
    this.reverse = back instanceof Edge ? back : new Edge(to, from, back.role, back.toMany, undefined, this);
  }

  /** Pairs of columns, `from`'s first; built on first use, because most of the joins in memory are in no query. */
  get on(): readonly (readonly [string, string])[] {
    this.#on ??=
      this.join?.on.map(({from, to}) => [from, to]) ?? this.reverse.on.map(([from, to]) => [to, from]);
    return this.#on;
  }

  /** Set if the one side has versions: a row is joined to the version that is valid at the row's time. */
  get validity(): JoinValidity | undefined {
    return (this.join ?? this.reverse.join)?.validity;
  }
}

export interface DimensionField {
  kind: "dimension";
  model: LayerModel;
  name: string;
  type: DimensionType;
  source: Dimension;
  /** For days in a roll-up's files: the column has the engine's type for dates, whatever the warehouse had. */
  isStoredDay?: true;
  /** The parsed `sql`, set on first use. */
  fragment?: Fragment;
  /** The step to the row of its day in the calendar, set on first use. */
  toCalendar?: Edge;
  /** Set for bins in a query: the bins, their name, and the field `of` that is binned. The values are lower edges or labels. */
  bins?: Bins & {of: DimensionField; name?: string};
  /** For a measure of nested groups as a dimension: the groups, and the bins of its values if there are any. */
  measured?: Nested & {bins?: Bins};
}

/** How numbers are put into bins. With `scale`, `width` and `from` are whole numbers: those of the query times `scale`. */
export type Bins = {labels: boolean} & (
  | {kind: "width"; width: number; from: number; scale: number}
  | {kind: "edges"; edges: readonly number[]}
  | {kind: "count"; count: number}
);

export interface MeasureField {
  kind: "measure";
  model: LayerModel;
  name: string;
  /** The type of the values: `number`; for `min`, `max` and a discrete percentile, the type of the dimension. */
  type: DimensionType;
  /** Whether `type` is certain: `min` and `max` may be over something other than a dimension. */
  isTypeKnown: boolean;
  /** The type of the aggregated values, if they are a dimension's or certainly boolean. */
  inputType?: DimensionType;
  source: Measure;
  /** For approximate distinct counts in a roll-up: whether the measure makes the stored sketch, or counts from sketches. */
  sketch?: "make" | "count";
  /** Set for a measure of a query that aggregates the values of another measure in nested groups. */
  nested?: Nested;
  /** Set for a measure of a query that aggregates a dimension over rows; `"rows"` if it counts the rows. */
  ofRows?: RowInput | "rows";
  /** Set for an aggregate in a query with conditions on rows: the value of the rows that do not pass, null if absent. */
  conditional?: {otherwise?: 0};
  fragment?: Fragment;
  where?: Fragment;
  /** Whether the measure is computed from the rows of a group alone; set when a query that selects it is resolved. */
  isComputedFromRows?: boolean;
  /** The dimensions of other models in the measure's `where`, set on first use. */
  reached?: readonly ReachedDimension[];
}

/** A dimension of a model's rows, with the to-one joins that lead to it and the type of its values at the grain. */
export interface RowInput {
  field: DimensionField;
  path: readonly Edge[];
  grain?: Grain;
  type: DimensionType;
  /** Whether the values are added up as doubles, even if the column has fewer digits. */
  isOfDoubles?: true;
}

/** Nested groups: a measure, and the dimensions by which its values are grouped before they are aggregated. */
export interface Nested {
  of: {name: string; reference: FieldReference & {field: MeasureField}; pointer: string};
  per: readonly {
    name: string;
    reference: FieldReference & {field: DimensionField};
    grain?: Grain;
    type: DimensionType;
    pointer?: string;
  }[];
}

/** A dimension of another model, with the to-one joins that lead to it. */
export interface ReachedDimension {
  /** The name with which a fragment refers to the dimension: `customers.region`. */
  name: string;
  field: DimensionField;
  path: readonly Edge[];
}

export type Field = DimensionField | MeasureField;

/** A field as a query names it, relative to the query's model. */
export interface FieldReference {
  /** The names before the field, without the query's own model; empty for the model's own fields. */
  route: readonly string[];
  /** The join paths that the route can mean: one, or for a measure several, among which the planner decides. */
  paths: readonly (readonly Edge[])[];
  /** Whether the route names every step, so that none was found by searching. */
  spelled: boolean;
  field: Field;
  grain?: Grain;
  /** Set for a grain of the layer's calendar: the time that it is a grain of, while `field` is the calendar's field. */
  time?: DimensionField;
  /** Whether the reference is `metric_time`: for each measure the time of its own model. `field` is one of these times. */
  conformed?: true;
  /** Set for the columns that `compare` adds to a measure. */
  compared?: "before" | "change";
}

/** A model whose names are indexed on first use. */
export class LayerModel {
  readonly edges: Edge[] = [];
  #references: Map<string, FieldReference> | undefined;
  #paths: Map<string, Edge[][]> | undefined;
  #fields: Map<string, Field> | undefined;
  #columns: Set<string> | undefined;
  #edgesByName: Map<string, Edge[]> | undefined;
  #toOneEdges: readonly Edge[] | undefined;

  constructor(
    readonly name: string,
    readonly source: Model,
  ) {}

  /** References for names that queries over this model have used. Bounded by `resolveField`. */
  get references(): Map<string, FieldReference> {
    this.#references ??= new Map();
    return this.#references;
  }

  /** Join paths found by name from this model. */
  get paths(): Map<string, Edge[][]> {
    this.#paths ??= new Map();
    return this.#paths;
  }

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= indexFields(this);
    return this.#fields;
  }

  /** The columns that the graph names. A bare word in a fragment that equals one is certainly that column. */
  get columns(): ReadonlySet<string> {
    this.#columns ??= columnsOf(this);
    return this.#columns;
  }

  /** The direct steps with this role; if there are none, those to the model of this name. */
  get toOneEdges(): readonly Edge[] {
    this.#toOneEdges ??= this.edges.filter(edge => !edge.toMany);
    return this.#toOneEdges;
  }

  /** The direct steps with this role, or else with this target. */
  edgesNamed(name: string): readonly Edge[] {
    if (this.#edgesByName === undefined) {
      const byRole = Map.groupBy(this.edges, edge => edge.role);
      const byTarget = Map.groupBy(this.edges, edge => edge.to.name);
      for (const [target, edges] of byTarget) if (!byRole.has(target)) byRole.set(target, edges);
      this.#edgesByName = byRole;
    }
    return this.#edgesByName.get(name) ?? [];
  }
}

/** The calendar of a layer: a model with one row per day, whose dimensions are the periods of the day. */
export interface CalendarModel {
  model: LayerModel;
  /** The column with the day. */
  column: string;
  /** The names of the model's dimensions that can be used as grains of any time. */
  grains: ReadonlySet<string>;
}

/** A graph with its names indexed, on which the compiler works. Build it once per layer version. */
export interface Layer {
  graph: Graph;
  readonly models: ReadonlyMap<string, LayerModel>;
  /** Models that only joins lead to: no query is over them or uses their hidden fields (see `resolveQueryField`). */
  readonly joined?: ReadonlyMap<string, LayerModel>;
  /** Every name under which some model reaches another. */
  readonly roles: ReadonlySet<string>;
  /** The estimated rows of a model's table, if known. They affect the form of statements, and never their results. */
  readonly sizes?: (model: LayerModel) => number | undefined;
  readonly calendar?: CalendarModel;
  /** The types of the models' `time` dimensions. */
  readonly timeTypes: ReadonlySet<DimensionType>;
}

/**
 * Indexes a graph that `checkGraph` found valid, in one step per model and join; the fields of a model are indexed when
 * it is first queried. Later duplicates, and joins to missing models, are ignored. `sizes` are rows by `tableKey`.
 */
export function buildLayer(graph: Graph, sizes?: ReadonlyMap<string, number>): Layer {
  const models = new Map<string, LayerModel>();
  for (const model of graph.models) {
    if (!models.has(model.name)) models.set(model.name, new LayerModel(model.name, model));
  }
  const roles = new Set<string>();
  for (const join of graph.joins ?? []) {
    const from = models.get(join.from);
    const to = models.get(join.to);
    if (from === undefined || to === undefined) continue;
    const {role, reverse} = linkEdges(join, from, to);
    roles.add(role).add(reverse.role);
  }
  const calendar = calendarOf(models.values());
  const timeTypes = new Set<DimensionType>();
  for (const {source} of models.values()) {
    const type = source.time && source.dimensions.find(({name}) => name === source.time)?.type;
    if (type) timeTypes.add(type);
  }
  const built = {graph, models, roles, ...(calendar === undefined ? {} : {calendar}), timeTypes};
  if (sizes === undefined || sizes.size === 0) return built;
  return {...built, sizes: ({source: {table}}) => ("name" in table ? sizes.get(tableKey(table)) : undefined)};
}

/** The `time` dimension of a model. */
export function timeOf({source, fields}: LayerModel): DimensionField | undefined {
  const field = source.time === undefined ? undefined : fields.get(source.time);
  return field?.kind === "dimension" ? field : undefined;
}

function calendarOf(models: Iterable<LayerModel>): CalendarModel | undefined {
  for (const model of models) {
    const {calendar, dimensions} = model.source;
    if (calendar === undefined) continue;
    const column = dimensions.find(({name}) => name === calendar.day)?.column;
    if (column !== undefined) return {model, column, grains: new Set(calendar.grains)};
  }
  return undefined;
}

function linkEdges(join: Join, from: LayerModel, to: LayerModel): Edge {
  const back = {role: from.name, toMany: join.relationship === "many_to_one"};
  const forward = new Edge(from, to, join.name ?? to.name, join.relationship === "one_to_many", join, back);
  from.edges.push(forward);
  to.edges.push(forward.reverse);
  return forward;
}

function indexFields(model: LayerModel): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const source of model.source.dimensions) {
    if (!fields.has(source.name))
      fields.set(source.name, {kind: "dimension", model, name: source.name, type: source.type, source});
  }
  const typesOf = measureTypes(model.source);
  for (const source of model.source.measures ?? []) {
    if (!fields.has(source.name))
      fields.set(source.name, {kind: "measure", model, name: source.name, ...typesOf(source), source});
  }
  return fields;
}

function columnsOf(model: LayerModel): Set<string> {
  const columns = new Set<string>(model.source.primaryKey);
  for (const field of [...model.source.dimensions, ...(model.source.measures ?? [])]) {
    if (field.column !== undefined) columns.add(field.column);
  }
  for (const edge of model.edges) for (const [column] of edge.on) columns.add(column);
  return columns;
}
