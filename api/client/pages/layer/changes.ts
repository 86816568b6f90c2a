import type {WriteBackView as WriteBack} from "../../../../shared/modeling/github/write-back-schemas.ts";
import type {Dimension, Graph, Join, Measure, Model} from "../../../../shared/semantic/documents.ts";
import type {AdminAccess} from "../../service/admin-access.ts";
import type {Project} from "../../service/projects.ts";
import {type Service, segment} from "../../service/service.ts";
import type {Applied} from "./apply.tsx";
import {changeModel, roleOf} from "./graph-edits.ts";

/** A change of one model, field or join of a layer. The write-back to a repository takes the same form. */
export type LayerChange =
  | {op: "set"; kind: "model"; model: string; value: Keys}
  | {op: "set"; kind: "dimension" | "measure"; model: string; name: string; value: Keys}
  | {op: "remove"; kind: "dimension" | "measure"; model: string; name: string}
  /** The join is named by the model at which it starts, and by its role. */
  | {op: "set"; kind: "join"; model: string; name: string; value: Keys}
  | {op: "remove"; kind: "join"; model: string; name: string};

/** The keys that a change sets; `null` removes a key. */
type Keys = Readonly<Record<string, unknown>>;

/** The result of saving a change: a new version of the layer, or a pull request. */
export type Saved =
  | {by: "version"; version: number | null}
  | {by: "pull_request"; number: number | null; url: string | null};

export function readLayer(from: Service, projectId: string, signal?: AbortSignal): Promise<Graph> {
  return from.get<Graph>(`/api/projects/${segment(projectId)}/layer`, signal ? {signal} : {});
}

/** Lets the compiler and the warehouse check a change. Rejects with the faults; nothing is saved. */
export async function checkChange(
  access: AdminAccess,
  projectId: string,
  graph: Graph,
  change: LayerChange,
  signal: AbortSignal,
): Promise<Applied> {
  const path = `/api/projects/${segment(projectId)}/introspect?dryRun=true`;
  const answer = await access.service.call("POST", path, changed(graph, change), {signal});
  return answer.json();
}

/**
 * Saves a change to the latest layer, so that changes of other people stay. If the layer follows a repository, opens a
 * pull request instead.
 */
export async function saveChange(access: AdminAccess, project: Project, change: LayerChange): Promise<Saved> {
  const at = `/api/projects/${segment(project.id)}`;
  if (project.git) {
    const {number, url} = await access.service.post<WriteBack>(`${at}/write-back`, {changes: [change]});
    return {by: "pull_request", number, url};
  }
  const latest = await readLayer(access.service, project.id);
  const {version} = await access.service.post<Applied>(`${at}/introspect`, changed(latest, change));
  return {by: "version", version};
}

/** The graph to apply for a change: only the changed model or join, because applying a graph keeps all others. */
function changed(graph: Graph, change: LayerChange): {graph: Graph; replace?: true} {
  if (change.kind === "join") return changedJoin(graph, change);
  const {models} = changeModel(graph, change.model, model => changedModel(model, change));
  const one = models.find(({name}) => name === change.model);
  if (!one) throw new Error(`The model “${change.model}” is no longer in the layer. Load the page again.`);
  return {graph: {models: [one]}};
}

function changedJoin(graph: Graph, change: Extract<LayerChange, {kind: "join"}>) {
  const joins = graph.joins ?? [];
  const known = joins.find(join => join.from === change.model && roleOf(join) === change.name);
  if (change.op === "set") {
    const join = withKeys({...known, from: change.model} as Join, change.value);
    return {graph: {models: [], joins: [join]}};
  }
  if (!known) throw new Error(`The join “${change.name}” is no longer in the layer. Load the page again.`);
  // A join is only removed by applying the whole layer without it.
  return {graph: {...graph, joins: joins.filter(join => join !== known)}, replace: true as const};
}

function changedModel(model: Model, change: Exclude<LayerChange, {kind: "join"}>): Model {
  if (change.kind === "model") return withKeys(model, change.value);
  const {kind, name} = change;
  if (change.op === "remove") {
    return kind === "dimension"
      ? {...model, dimensions: model.dimensions.filter(field => field.name !== name)}
      : {...model, measures: (model.measures ?? []).filter(field => field.name !== name)};
  }
  return kind === "dimension"
    ? {...model, dimensions: withField<Dimension>(model.dimensions, name, change.value)}
    : {...model, measures: withField<Measure>(model.measures ?? [], name, change.value)};
}

function withField<T extends {name: string}>(fields: readonly T[], name: string, value: Keys): T[] {
  if (!fields.some(field => field.name === name)) return [...fields, {name, ...value} as unknown as T];
  return fields.map(field => (field.name === name ? withKeys(field, value) : field));
}

function withKeys<T extends object>(thing: T, value: Keys): T {
  const kept = Object.entries({...thing, ...value}).filter(([, one]) => one !== null);
  return Object.fromEntries(kept) as T;
}
