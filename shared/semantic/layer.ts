import type {Fragment} from "./fragment.ts";
import type {Dimension, DimensionType, Graph, Join, Measure, Model} from "./graph.ts";
import type {FieldReference} from "./resolve-field.ts";

/** One direction of a join: a step from a model to another. */
export class Edge {
  /** The same join walked the other way. */
  readonly reverse: Edge;

  /**
   * @param role the name under which the target's fields are reached from `from`
   * @param toMany whether one row of `from` may meet several of `to`
   * @param on pairs of columns, `from`'s first
   */
  constructor(
    readonly from: LayerModel,
    readonly to: LayerModel,
    readonly role: string,
    readonly toMany: boolean,
    readonly on: readonly (readonly [string, string])[],
    back: Edge | {role: string; toMany: boolean},
  ) {
    this.reverse =
      back instanceof Edge
        ? back
        : new Edge(
            to,
            from,
            back.role,
            back.toMany,
            on.map(([near, far]) => [far, near] as const),
            this,
          );
  }
}

export interface DimensionField {
  kind: "dimension";
  model: LayerModel;
  name: string;
  type: DimensionType;
  source: Dimension;
  /** The parsed `sql`, filled at first use. */
  fragment?: Fragment;
}

export interface MeasureField {
  kind: "measure";
  model: LayerModel;
  name: string;
  /** The type of its values: `number`, or the dimension's that a `min` or `max` is taken of. */
  type: DimensionType;
  /** Whether that is certain: what a `min` or `max` is taken of may be no dimension. */
  isTypeKnown: boolean;
  source: Measure;
  fragment?: Fragment;
  where?: Fragment;
}

export type Field = DimensionField | MeasureField;

/** A model with its names indexed at first use. */
export class LayerModel {
  readonly edges: Edge[] = [];
  /** Names that queries over this model have used, resolved. Bounded by `resolveField`. */
  readonly references = new Map<string, FieldReference>();
  /** Join paths found by name from this model. */
  readonly paths = new Map<string, Edge[][]>();
  #fields: Map<string, Field> | undefined;
  #columns: Set<string> | undefined;
  #edgesByName: Map<string, Edge[]> | undefined;

  constructor(
    readonly name: string,
    readonly source: Model,
  ) {}

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= indexFields(this);
    return this.#fields;
  }

  /** The columns that the graph names: what a bare word in a fragment certainly is. */
  get columns(): ReadonlySet<string> {
    this.#columns ??= columnsOf(this);
    return this.#columns;
  }

  /** The direct steps whose role, or else whose target, has this name. */
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

/** A graph with its names indexed: what the compiler works on. Build once per layer version. */
export interface Layer {
  graph: Graph;
  readonly models: ReadonlyMap<string, LayerModel>;
  /** Every name under which some model reaches another. */
  readonly roles: ReadonlySet<string>;
}

/**
 * Indexes a graph that `checkGraph` has found sound. Costs a step per model and join; fields are indexed
 * when a query first touches their model. Of duplicates the first counts, joins to nowhere are left out.
 */
export function buildLayer(graph: Graph): Layer {
  const models = new Map<string, LayerModel>();
  for (const model of graph.models) {
    if (!models.has(model.name)) models.set(model.name, new LayerModel(model.name, model));
  }
  const roles = new Set<string>();
  for (const join of graph.joins ?? []) {
    const from = models.get(join.from);
    const to = models.get(join.to);
    if (from === undefined || to === undefined) continue;
    const forward = linkEdges(join, from, to);
    roles.add(forward.role);
    roles.add(forward.reverse.role);
  }
  return {graph, models, roles};
}

function linkEdges(join: Join, from: LayerModel, to: LayerModel): Edge {
  const forward = new Edge(
    from,
    to,
    join.name ?? to.name,
    join.relationship === "one_to_many",
    join.on.map(pair => [pair.from, pair.to] as const),
    {role: from.name, toMany: join.relationship === "many_to_one"},
  );
  from.edges.push(forward);
  to.edges.push(forward.reverse);
  return forward;
}

function indexFields(model: LayerModel): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const source of model.source.dimensions) {
    if (!fields.has(source.name)) {
      fields.set(source.name, {kind: "dimension", model, name: source.name, type: source.type, source});
    }
  }
  for (const source of model.source.measures ?? []) {
    if (!fields.has(source.name)) {
      const known = measureType(model.source, source);
      fields.set(source.name, {
        kind: "measure",
        model,
        name: source.name,
        type: known ?? "number",
        isTypeKnown: known !== undefined,
        source,
      });
    }
  }
  return fields;
}

/**
 * The least and the greatest of a dimension have its type, of something else one that the layer does not tell;
 * everything else that is aggregated is a number.
 */
function measureType(model: Model, measure: Measure): DimensionType | undefined {
  if (measure.type !== "min" && measure.type !== "max") return "number";
  const of = model.dimensions.find(
    dimension =>
      (measure.column !== undefined && dimension.column === measure.column) ||
      (measure.sql !== undefined && measure.sql.trim() === `\${${dimension.name}}`),
  );
  return of?.type;
}

function columnsOf(model: LayerModel): Set<string> {
  const columns = new Set<string>(model.source.primaryKey);
  for (const field of [...model.source.dimensions, ...(model.source.measures ?? [])]) {
    if (field.column !== undefined) columns.add(field.column);
  }
  for (const edge of model.edges) for (const [column] of edge.on) columns.add(column);
  return columns;
}
