import type {Actor} from "../actor.ts";
import {type Db, sql} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {type CompileContext, compile} from "../semantic/compile.ts";
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
 * What is saved in a project and would not compile with this layer, newest first, whoever owns it: for those who
 * see all of the organization. Row access takes no part: no caller has a say in whether a query compiles.
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
  for await (const {id, name, query} of savedCharts(deps.db, actor, projectId)) {
    const message = compiler.faultOf(query);
    if (message !== undefined) broken.push({resourceType: "chart", id, name, message});
  }
  return broken;
}

interface SavedChart {
  id: string;
  name: string;
  query: Query;
}

async function* savedCharts(db: Db, actor: Actor, projectId: string): AsyncGenerator<SavedChart> {
  let before: string | undefined;
  for (;;) {
    const {rows}: {rows: SavedChart[]} = await sql<SavedChart>`
      select k.id, c.name, k.query
      from charts k join content c on c.org_id = k.org_id and c.id = k.id
      where k.org_id = ${actor.orgId} and k.project_id = ${projectId} and k.dataset_id is null
        and ${before === undefined ? sql`true` : sql`k.id < ${before}`}
      order by k.id desc limit ${PAGE}`.execute(db);
    yield* rows;
    if (rows.length < PAGE) return;
    before = rows.at(-1)?.id;
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

  /** Why the query does not compile; `undefined` where it does. */
  faultOf(query: Query): string | undefined {
    if (!this.#layer.models.has(query.model)) return `There is no model "${query.model}".`;
    for (const name of namesOf(query)) {
      const known = this.#gone.get(`${query.model} ${name}`);
      if (known !== undefined) return known;
    }
    try {
      compile(this.#layer, query, this.#context);
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const name = nameAt(query, error.details.errors?.[0]?.path);
      if (error.code === "unknown_field" && name !== undefined) {
        this.#gone.set(`${query.model} ${name}`, error.message);
      }
      return error.message;
    }
  }
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
