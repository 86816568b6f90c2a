import {Refusal} from "../../service/api.ts";
import type {Session} from "../../service/session.ts";
import type {Model} from "./fields.ts";
import type {Question} from "./question.ts";

/** The project to query where the address names none. */
export async function defaultProject(session: Session): Promise<string> {
  const answer = await session.request("GET", "/api/projects?limit=500");
  const projects: {id: string; default: boolean}[] = await answer.json();
  const found = projects.find(project => project.default);
  if (!found) throw new Refusal(404, "");
  return found.id;
}

export async function findModel(session: Session, {model, projectId}: Question): Promise<Model> {
  const path = `/api/projects/${encodeURIComponent(projectId)}/models/${encodeURIComponent(model)}`;
  return (await session.request("GET", path)).json();
}
