import {element, notice} from "../dom.ts";
import type {Session} from "../session.ts";

interface Project {
  id: string;
  name: string;
}

interface Model {
  name: string;
  label?: string;
  description?: string;
}

/** The models of all projects that the person sees, to ask questions of. */
export async function modelSection(session: Session): Promise<HTMLElement> {
  const projects: Project[] = await (await session.ask("GET", "/api/projects?limit=50")).json();
  const lists = await Promise.all(projects.map(project => modelsOf(session, project)));
  const none = lists.every(list => list.length === 0);
  return element(
    "section",
    {"aria-labelledby": "models"},
    element("h2", {id: "models"}, "Ask a question"),
    none
      ? notice("There is no model that you can see yet.")
      : element("ul", {class: "rows"}, ...lists.flat()),
  );
}

async function modelsOf(session: Session, {id, name: project}: Project): Promise<HTMLElement[]> {
  const path = `/api/projects/${encodeURIComponent(id)}/models`;
  const models: Model[] = await (await session.ask("GET", path)).json();
  return models.map(({name, label, description}) => {
    const href = `/explore/${encodeURIComponent(name)}?project=${encodeURIComponent(id)}`;
    const about = description ?? project;
    return element(
      "li",
      {},
      element("a", {href}, element("bdi", {}, label ?? name)),
      element("span", {class: "soft"}, about),
    );
  });
}
