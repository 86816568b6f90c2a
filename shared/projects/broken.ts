import type {Actor} from "../actor.ts";
import {definitionQuery} from "../datasets/definition.ts";
import {type Db, sql} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {type CompileContext, compile} from "../semantic/compile.ts";
import {datasetQuery, liveSource} from "../semantic/dataset.ts";
import type {Layer} from "../semantic/layer.ts";
import type {Query} from "../semantic/query.ts";
import {type LayerDeps, projectsOf} from "./layers.ts";

/** Saved content whose query a layer would no longer compile. */
export interface BrokenContent {
  resourceType: "chart" | "dataset" | "schedule";
  id: string;
  name: string;
  message: string;
}

/** Other work of the process has its turn between two pages. */
const PAGE = 500;

/**
 * What is saved in a project and would not compile with this layer, datasets before charts and each newest first,
 * whoever owns it: for those who see all of the organization. Row access takes no part: no caller has a say in
 * whether a query compiles. A snapshot and the charts over it need no layer.
 */
export async function findBroken(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  layer: Layer,
): Promise<BrokenContent[]> {
  const project = (await projectsOf(deps, actor.orgId)).get(projectId);
  if (!project) return [];
  const compiler = new Compiler(layer, {
    dialect: project.connectionType,
    timezone: project.timezone,
    weekStart: project.weekStart,
    attributes: {},
    now: new Date(),
  });
  const broken: BrokenContent[] = [];
  const datasets = new Map<string, LiveDataset>();
  for await (const dataset of liveDatasets(deps.db, actor, projectId)) {
    const {id, name, definition} = dataset;
    datasets.set(id, dataset);
    const message = compiler.faultOf(definitionQuery(layer, definition));
    if (message !== undefined) broken.push({resourceType: "dataset", id, name, message});
  }
  for await (const {id, name, query, dataset_id: datasetId} of savedCharts(deps.db, actor, projectId)) {
    const dataset = datasetId === null ? undefined : datasets.get(datasetId);
    if (datasetId !== null && !dataset) continue;
    const message = compiler.faultOf(query, dataset);
    if (message !== undefined) broken.push({resourceType: "chart", id, name, message});
  }
  return broken;
}

interface LiveDataset {
  id: string;
  name: string;
  slug: string;
  definition: Query;
}

function liveDatasets(db: Db, actor: Actor, projectId: string): AsyncGenerator<LiveDataset> {
  return inPages(async older => {
    const {rows} = await sql<LiveDataset>`
      select k.id, c.name, k.slug, k.definition
      from datasets k join content c on c.org_id = k.org_id and c.id = k.id
      where k.org_id = ${actor.orgId} and k.project_id = ${projectId} and k.kind = 'live' and ${older}
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows;
  });
}

interface SavedChart {
  id: string;
  name: string;
  query: Query;
  dataset_id: string | null;
}

function savedCharts(db: Db, actor: Actor, projectId: string): AsyncGenerator<SavedChart> {
  return inPages(async older => {
    const {rows} = await sql<SavedChart>`
      select k.id, c.name, k.query, k.dataset_id
      from charts k join content c on c.org_id = k.org_id and c.id = k.id
      where k.org_id = ${actor.orgId} and k.project_id = ${projectId} and ${older}
      order by k.id desc limit ${PAGE}`.execute(db);
    return rows;
  });
}

/** `read` gives the newest rows of which `older` is true, as many as a page holds. */
async function* inPages<T extends {id: string}>(
  read: (older: ReturnType<typeof sql>) => Promise<T[]>,
): AsyncGenerator<T> {
  let older = sql`true`;
  for (;;) {
    const rows = await read(older);
    yield* rows;
    if (rows.length < PAGE) return;
    older = sql`k.id < ${rows.at(-1)?.id}`;
  }
}

/**
 * Compiles many queries over one layer. The search for the names nearest to one that is gone takes far longer than
 * to compile a query: what was said of a name once is said again of each query that uses it.
 */
class Compiler {
  readonly #layer: Layer;
  readonly #context: CompileContext;
  readonly #gone = new Map<string, string>();

  constructor(layer: Layer, context: CompileContext) {
    this.#layer = layer;
    this.#context = context;
  }

  /** Why the query does not compile, alone or over a dataset; `undefined` where it does. */
  faultOf(query: Query, dataset?: LiveDataset): string | undefined {
    if (!dataset && !this.#layer.models.has(query.model)) return `There is no model "${query.model}".`;
    for (const name of namesOf(query)) {
      const known = this.#gone.get(keyOf(query, dataset, name));
      if (known !== undefined) return known;
    }
    try {
      this.#compile(query, dataset);
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const name = nameAt(query, error.details.errors?.[0]?.path);
      if (error.code === "unknown_field" && name !== undefined) {
        this.#gone.set(keyOf(query, dataset, name), error.message);
      }
      return error.message;
    }
  }

  #compile(query: Query, dataset: LiveDataset | undefined): void {
    if (!dataset) return void compile(this.#layer, query, this.#context);
    const {timezone} = this.#context;
    const source = liveSource({...dataset, timezone}, this.#layer, {ownFieldsOnly: false});
    const asked = datasetQuery(source, query);
    try {
      compile(this.#layer, asked.query, {...this.#context, dataset: asked.bounds});
    } catch (error) {
      throw asked.translate(error);
    }
  }
}

function keyOf({model}: Query, dataset: LiveDataset | undefined, name: string): string {
  return `${dataset?.id ?? model} ${name}`;
}

function namesOf({dimensions = [], measures = []}: Query): readonly string[] {
  return [...dimensions, ...measures];
}

/** The field that a fault of a query points at, where it is one of those that are selected. */
function nameAt({dimensions = [], measures = []}: Query, path = ""): string | undefined {
  const [, list, index] = path.split("/");
  if (list === "dimensions") return dimensions[Number(index)];
  return list === "measures" ? measures[Number(index)] : undefined;
}
