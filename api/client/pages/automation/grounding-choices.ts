import type {Project} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import {titleOfModel} from "../explore/fields.ts";
import type {Grounding} from "./data.ts";

/** The maximum number of projects whose models are listed. */
const MAX_PROJECTS = 20;
const GROUNDING_TYPES = ["chart", "dashboard", "dataset", "sheet", "model", "project"] as const;

/** A resource that an agent can be allowed to read. */
export interface Choice {
  grounding: Grounding;
  text: string;
}

export interface Choices {
  offered: Choice[];
  /** The initial choices. */
  chosen: Choice[];
}

/** The models that a person sees, and the resources of `chosen` that are not among them. */
export async function groundingChoices(chosen: readonly Grounding[], signal: AbortSignal): Promise<Choices> {
  const {rows: projects} = await service.list<Project>(`/api/projects?limit=${MAX_PROJECTS}`, {signal});
  const models = (
    await Promise.all(projects.map(project => modelsOf(project, projects.length > 1, signal)))
  ).flat();
  const isSame = (a: Grounding, b: Grounding) =>
    a.resourceType === b.resourceType && a.resourceId === b.resourceId;
  const others = chosen.filter(one => !models.some(({grounding}) => isSame(grounding, one)));
  const offered = [...(await Promise.all(others.map(one => named(one, signal)))), ...models];
  return {
    offered,
    chosen: offered.filter(({grounding}) => chosen.some(one => isSame(one, grounding))),
  };
}

async function modelsOf(project: Project, isNamed: boolean, signal: AbortSignal): Promise<Choice[]> {
  const path = `/api/projects/${segment(project.id)}/models`;
  const {rows} = await service.list<{name: string; label?: string}>(path, {signal});
  return rows.map(model => ({
    grounding: {resourceType: "model", resourceId: `${project.id}/${model.name}`},
    text: `${titleOfModel(model)}${isNamed ? ` (${project.name})` : ""}`,
  }));
}

async function named(grounding: Grounding, signal: AbortSignal): Promise<Choice> {
  const {resourceType, resourceId} = grounding;
  if (resourceType === "model") return {grounding, text: resourceId.slice(resourceId.indexOf("/") + 1)};
  const {name} = await service.get<{name: string}>(`/api/${resourceType}s/${segment(resourceId)}`, {signal});
  return {grounding, text: `${name} (${resourceType})`};
}

/** The resource that the address names, as in `/agents?new=chart:chart_…`. */
export function groundingAtAddress(): Grounding[] {
  const [, resourceType = "", resourceId = ""] =
    /^(\w+):(.+)$/s.exec(new URLSearchParams(location.search).get("new") ?? "") ?? [];
  const type = GROUNDING_TYPES.find(one => one === resourceType);
  return type && resourceId !== "" ? [{resourceType: type, resourceId}] : [];
}
