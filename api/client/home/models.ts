import {element, notice} from "../dom.ts";
import type {Session} from "../session.ts";
import {explorePage} from "./explore-page.ts";

const MOST_PROJECTS = "50";

interface Project {
  id: string;
  name: string;
}

interface Model {
  name: string;
  label?: string;
  description?: string;
}

/** The models of the projects that the person sees, to ask questions of. */
export class ModelSection {
  readonly root = element("section", {"aria-labelledby": "models"});
  /** The addresses of the pages that ask them. */
  readonly pages = new Set<string>();
  readonly #items: {text: string; item: HTMLElement}[] = [];

  async load(session: Session): Promise<void> {
    const answer = await session.ask("GET", `/api/projects?limit=${MOST_PROJECTS}`);
    const projects: Project[] = await answer.json();
    const lists = await Promise.all(projects.map(project => modelsOf(session, project)));
    for (const {project, models} of lists) for (const model of models) this.#add(project, model);
    const isCut = answer.headers.get("link")?.includes('rel="next"') === true;
    this.root.replaceChildren(
      element("h2", {id: "models"}, "Ask a question"),
      this.#items.length === 0
        ? notice("There is no model that you can see yet.")
        : element("ul", {class: "rows"}, ...this.#items.map(({item}) => item)),
      ...(isCut
        ? [element("p", {class: "soft"}, `The models of the ${MOST_PROJECTS} newest projects.`)]
        : []),
    );
  }

  /** Leaves those whose name, label or description has each of the words, and says how many; nothing is left of none. */
  show(words: readonly string[], isSearch: boolean): number {
    let left = 0;
    for (const {text, item} of this.#items) {
      item.hidden = isSearch && !(words.length > 0 && words.every(word => text.includes(word)));
      if (!item.hidden) left++;
    }
    this.root.hidden = isSearch && left === 0;
    return left;
  }

  #add({id, name: project}: Project, {name, label, description}: Model): void {
    const href = explorePage(name, id);
    this.pages.add(href);
    const item = element(
      "li",
      {},
      element("a", {href}, element("bdi", {}, label ?? name)),
      element("span", {class: "soft about"}, description ?? project),
    );
    this.#items.push({text: [name, label, description].join(" ").toLowerCase(), item});
  }
}

async function modelsOf(session: Session, project: Project): Promise<{project: Project; models: Model[]}> {
  const answer = await session.ask("GET", `/api/projects/${encodeURIComponent(project.id)}/models`);
  return {project, models: await answer.json()};
}
