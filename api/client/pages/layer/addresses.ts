import {segment} from "../../service/service.ts";

/** The path of the page about a model of a layer. */
export function modelPage(projectId: string, model: string): string {
  return `/projects/${segment(projectId)}/models/${segment(model)}`;
}
