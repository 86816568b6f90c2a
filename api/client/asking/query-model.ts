import type {Query} from "../../../shared/semantic/documents.ts";
import type {Model} from "../pages/explore/fields.ts";
import {segment, service} from "../service/service.ts";

const models = new Map<string, Promise<Model | undefined>>();

/** The model of a query, for its labels; `undefined` where the person may not see it. Requested once per document. */
export function modelOf({projectId, model}: Pick<Query, "projectId" | "model">): Promise<Model | undefined> {
  if (projectId === undefined) return Promise.resolve(undefined);
  const path = `/api/projects/${segment(projectId)}/models/${segment(model)}`;
  const found = models.get(path) ?? service.get<Model>(path).catch(() => undefined);
  models.set(path, found);
  return found;
}
