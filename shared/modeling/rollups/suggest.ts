import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type ErrorCode, ServiceError} from "../../core/errors.ts";
import {type LayerDeps, layerOf, projectsOf} from "../../querying/layers/query-caches.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import {findModel} from "../../querying/queries/find-model.ts";
import {
  DEFAULT_LIMIT,
  dimensionNames,
  measureNames,
  type Query,
  type Rollup,
} from "../../semantic/documents.ts";
import {datasetQuery, type ResolvedQuery, resolveQuery} from "../../semantic/index.ts";
import type {Layer} from "../../semantic/layers.ts";
import {
  type QueryShapeRuns,
  type RollupCounts,
  type Suggestion,
  suggestRollups,
} from "../../semantic/rollup-matching/index.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import {type CountRows, RowCounts} from "./count.ts";
import {readQueryHistory} from "./query-history.ts";
import type {RollupSuggestions, SuggestRequest} from "./schemas.ts";

/** The most shapes to examine: those that took the most time. The rest are only counted. */
const MAX_SHAPES = 300;
const MAX_UNANSWERED = 50;
/** Rounds of row counts in the warehouse: a roll-up that proves too large makes room for another. */
const MAX_ROUNDS = 12;
/** No further round of counting begins after this time, so a suggestion may lack its row count. */
const COUNTING_MS = 45_000;
const DEFAULT_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;
/** The assumed time of a query over a roll-up, if there has been none yet. */
const ASSUMED_ROLLUP_MS = 10;

interface Shape extends QueryShapeRuns {
  rawQuery: Query;
}

interface Unanswered {
  why: string;
  runs: number;
  warehouseMs: number;
  rawQuery?: Query;
}

/** The project, if the caller may see the queries of other people in it. */
export async function requireSuggestable(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
): Promise<QueryProject> {
  await requireProject(deps.db, actor, projectId);
  requireOrgAdmin(actor);
  const project = (await projectsOf(deps, actor.orgId)).get(projectId);
  if (!project) throw notFound("project", projectId);
  return project;
}

/**
 * The roll-ups that would have spared the warehouse the most, from the history of the queries of a project that
 * `requireSuggestable` has found. Nothing is applied. The warehouse counts the rows that the roll-ups would have.
 */
export async function suggestFor(
  deps: LayerDeps & {countRows: CountRows},
  actor: Actor,
  project: QueryProject,
  {days = DEFAULT_DAYS}: SuggestRequest,
): Promise<RollupSuggestions> {
  const projectId = project.id;
  const layer = await layerOf(deps, project);
  const time = new Date(Date.now() - days * DAY_MS);
  const history = await readQueryHistory(deps.db, {orgId: actor.orgId, projectId}, time);
  const {rollupMs = ASSUMED_ROLLUP_MS} = history;
  const shapes: Shape[] = [];
  const left: Unanswered[] = [];
  for (const [i, {query: rawQuery, runs, warehouseMs}] of history.shapes.entries()) {
    const counted = {runs, warehouseMs, ...(rawQuery ? {rawQuery} : {})};
    if (i >= MAX_SHAPES)
      left.push({...counted, why: "other shapes took more time, and only the slowest are examined"});
    else if (!rawQuery)
      left.push({
        ...counted,
        why: "it asks for the warehouse, is a funnel or a retention, or ran before shapes were stored",
      });
    else {
      const query = await resolveShape(deps, actor, {projectId, layer}, rawQuery);
      if (query) shapes.push({runs, warehouseMs, rawQuery, query});
      else left.push({...counted, why: "it no longer fits the layer"});
    }
  }
  const fresh = new Set(
    deps.memory.rollups.of(layer, project).flatMap(one => ("signature" in one ? [one.signature] : [])),
  );
  const built = project.rollups.filter(({signature}) => fresh.has(signature));
  const counts = new RowCounts(layer, project, deps.countRows);
  const known = {
    dialect: project.dialect,
    built,
    countOf: (rollup: Rollup) => counts.of(rollup),
    rollupMs,
    days,
  };
  let found = await runInSteps(suggestRollups(layer, shapes, known));
  let uncounted: string | undefined;
  const until = performance.now() + COUNTING_MS;
  for (let round = 0; round < MAX_ROUNDS && performance.now() < until; round++) {
    const candidates = [...found.suggestions.map(({rollup}) => rollup), ...found.alone];
    const isCounted = found.suggestions.every(({rollup}) => counts.of(rollup) !== undefined);
    if (isCounted) break;
    uncounted = await whyUncounted(() =>
      counts.count(candidates.filter(rollup => counts.of(rollup) === undefined)),
    );
    if (uncounted !== undefined) break;
    found = await runInSteps(suggestRollups(layer, shapes, known));
  }
  for (const {shape, why = "others would have saved more"} of found.unanswered) {
    const {runs, warehouseMs, rawQuery} = shape;
    left.push({runs, warehouseMs, rawQuery, why});
  }
  return {
    since: history.since.toISOString(),
    ...totalOf(history.shapes),
    already: totalOf(found.already),
    ...(uncounted === undefined ? {} : {uncounted}),
    suggestions: found.suggestions.map(one => describeSuggestion(one, counts.of(one.rollup), days)),
    unanswered: grouped(left).slice(0, MAX_UNANSWERED),
  };
}

/** Errors of the warehouse or of the worker that leave suggestions without row counts. */
const COUNT_ERRORS: ReadonlySet<ErrorCode> = new Set([
  "connection_failed",
  "warehouse_error",
  "worker_unavailable",
]);

async function whyUncounted(count: () => Promise<void>): Promise<string | undefined> {
  try {
    await count();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && COUNT_ERRORS.has(error.code)) return error.message;
    throw error;
  }
}

function describeSuggestion(
  {rollup, answers, others, warehouseMs, savedMs}: Suggestion<Shape>,
  counted: RollupCounts | undefined,
  days: number,
): RollupSuggestions["suggestions"][number] {
  const {rows = null, of: sourceRows = null, buildMs = null} = counted ?? {};
  const paysHourly = savedMs > 24 * days * (buildMs ?? 0);
  return {
    rollup: {...rollup, refresh: {every: paysHourly ? "1h" : "1d"}},
    ...(others.length > 0 ? {others} : {}),
    shapes: answers.length,
    runs: totalOf(answers).runs,
    warehouseMs,
    rows,
    sourceRows,
    savedMs,
  };
}

async function resolveShape(
  deps: LayerDeps,
  actor: Actor,
  {projectId, layer}: {projectId: string; layer: Layer},
  query: Query,
): Promise<ResolvedQuery | undefined> {
  try {
    const projects = await projectsOf(deps, actor.orgId);
    const {project, dataset} = await findModel(deps, actor, {model: query.model, projectId}, projects);
    const {timezone, weekStart} = project;
    const defaults = {timezone, weekStart, now: new Date(), defaultLimit: DEFAULT_LIMIT};
    if (!dataset) return resolveQuery(layer, query, defaults);
    if (dataset.source.layer !== layer) return undefined;
    const asked = datasetQuery(dataset.source, query);
    return resolveQuery(layer, asked.query, {...defaults, dataset: asked.bounds});
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The result of a generator run step by step, yielding to other work between steps. */
async function runInSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise(resolve => setImmediate(resolve));
  }
}

function totalOf(counted: readonly {runs: number; warehouseMs: number}[]): {
  runs: number;
  warehouseMs: number;
} {
  let [runs, warehouseMs] = [0, 0];
  for (const one of counted) {
    runs += one.runs;
    warehouseMs += one.warehouseMs;
  }
  return {runs, warehouseMs: Math.round(warehouseMs)};
}

/**
 * The queries without an answer, grouped by model and reason. The example of a group is the query that took the most
 * time.
 */
function grouped(left: readonly Unanswered[]): RollupSuggestions["unanswered"] {
  const groups = Map.groupBy(left, ({rawQuery, why}) => JSON.stringify([rawQuery?.model ?? null, why]));
  return [...groups.values()]
    .map(group => {
      const [first] = group.toSorted((a, b) => b.warehouseMs - a.warehouseMs);
      const rawQuery = first?.rawQuery;
      const {model = null} = rawQuery ?? {};
      const example = rawQuery
        ? {example: {dimensions: dimensionNames(rawQuery), measures: measureNames(rawQuery)}}
        : {};
      return {model, why: first?.why ?? "", ...totalOf(group), ...example};
    })
    .sort((a, b) => b.warehouseMs - a.warehouseMs);
}
