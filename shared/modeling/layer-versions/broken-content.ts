import {ServiceError} from "../../core/errors.ts";
import {isId} from "../../core/ids.ts";
import {definitionQuery} from "../../querying/layers/datasets/definition.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import type {OrgProjects} from "../../querying/layers/query-project.ts";
import {projectsWithModel} from "../../querying/queries/find-model.ts";
import {segmentsOf} from "../../semantic/coded-error.ts";
import {fieldsOfDimension, fieldsOfMeasure, type Query} from "../../semantic/documents.ts";
import {type CompileContext, compile, datasetQuery, liveSource} from "../../semantic/index.ts";
import type {Layer} from "../../semantic/layers.ts";
import {
  actionQueries,
  type LiveDataset,
  liveDatasets,
  type SavedQuestion,
  savedCharts,
  savedSheets,
  scheduleConditions,
  verifiedQuestions,
} from "./saved-queries.ts";

/** Saved content whose query the layer would no longer compile. */
export interface BrokenContent {
  resourceType: "chart" | "dataset" | "sheet" | "schedule" | "action" | "verified_question";
  id: string;
  name: string;
  message: string;
}

/**
 * Content of a project that would not compile with this layer: datasets, then charts, sheets, schedules, actions and
 * verified questions, each newest first, whoever owns it. Only for callers who see the whole organization. `projects`
 * are all projects of the organization, among which the project of a query that names none is found. `deps.db` can be a
 * transaction. A sheet is reported by its first failing query and that query's cell. Row access is left out, because it
 * does not affect whether a query compiles. Left out, too, are snapshots and queries over them, which do not need the
 * layer, and verified questions that are replaced or deleted together with the layer.
 */
export async function findBroken(
  deps: LayerDeps,
  {orgId, projects, projectId}: {orgId: string; projects: OrgProjects; projectId: string},
  layer: Layer,
  isReplaced: (question: SavedQuestion) => boolean = () => false,
): Promise<BrokenContent[]> {
  const actor = {orgId};
  const project = projects.get(projectId);
  if (!project) return [];
  const compiler = new Compiler(layer, {
    dialect: project.dialect,
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
  const faultOf = (query: Query, datasetId: string | null) => {
    const dataset = datasetId === null ? undefined : datasets.get(datasetId);
    return datasetId !== null && !dataset ? undefined : compiler.faultOf(query, dataset);
  };
  for await (const {id, name, query, dataset_id: datasetId} of savedCharts(deps.db, actor, projectId)) {
    const message = faultOf(query, datasetId);
    if (message !== undefined) broken.push({resourceType: "chart", id, name, message});
  }
  for await (const {id, name, queries} of savedSheets(deps.db, actor, projectId)) {
    for (const {tab, anchor, query, datasetId} of queries) {
      const message = faultOf(query, datasetId);
      if (message === undefined) continue;
      broken.push({resourceType: "sheet", id, name, message: `${tab}!${anchor}: ${message}`});
      break;
    }
  }
  const recurring = {schedule: scheduleConditions, action: actionQueries} as const;
  for (const resourceType of ["schedule", "action"] as const) {
    for await (const {id, name, queries} of recurring[resourceType](deps.db, actor)) {
      for (const query of queries) {
        const dataset = datasets.get(query.model);
        if (!dataset && (await projectOfModel(deps, projects, query)) !== projectId) continue;
        const message = compiler.faultOf(dataset ? {...query, model: dataset.slug} : query, dataset);
        if (message === undefined) continue;
        broken.push({resourceType, id, name, message});
        break;
      }
    }
  }
  for await (const saved of verifiedQuestions(deps.db, actor, projectId)) {
    const {id, question: name, query} = saved;
    const message = isReplaced(saved) ? undefined : compiler.faultOf(query);
    if (message !== undefined) broken.push({resourceType: "verified_question", id, name, message});
  }
  return broken;
}

/**
 * The project whose layer a query needs. `undefined` for a query that names no project if none or several have its
 * model now. Also `undefined` for a query that names a dataset by its id: the caller has looked for it among the live
 * datasets, and no other dataset needs a layer.
 */
async function projectOfModel(
  deps: LayerDeps,
  projects: OrgProjects,
  {projectId, model}: Query,
): Promise<string | undefined> {
  if (isId("ds", model)) return undefined;
  if (projectId !== undefined) return projectId;
  const having = await projectsWithModel(deps, [...projects.values()], model);
  return having.length === 1 ? having[0]?.project.id : undefined;
}

/**
 * Compiles many queries over one layer. Searching for names similar to a missing one takes far longer than compiling,
 * so the message for a missing name is reused for every query that uses it.
 */
class Compiler {
  readonly #layer: Layer;
  readonly #context: CompileContext;
  readonly #gone = new Map<string, string>();

  constructor(layer: Layer, context: CompileContext) {
    this.#layer = layer;
    this.#context = context;
  }

  /** The reason why the query does not compile, alone or over a dataset; `undefined` if it compiles. */
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
        this.#gone.set(keyOf(query, dataset, name), error.details.errors?.[0]?.message ?? error.message);
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
  return [...dimensions.flatMap(fieldsOfDimension), ...measures.flatMap(fieldsOfMeasure)];
}

/** The selected field that a query's error points at, if it points at one. */
function nameAt({dimensions = [], measures = []}: Query, path = ""): string | undefined {
  const [list, index, key, place] = segmentsOf(path);
  const entry =
    list === "dimensions" || list === "measures" ? {dimensions, measures}[list][Number(index)] : undefined;
  if (entry === undefined || typeof entry === "string") return entry;
  if ("field" in entry) return entry.field;
  const dimension = key === "per" && "per" in entry ? entry.per[Number(place)] : undefined;
  return key === "of" ? entry.of : dimension && fieldsOfDimension(dimension)[0];
}
