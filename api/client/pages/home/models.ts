import {element, notice} from "../../document/dom.ts";
import type {Session} from "../../service/session.ts";
import {titleOfModel} from "../explore/fields.ts";
import {explorePage} from "./explore-page.ts";

const MAX_PROJECTS = "50";

interface Project {
  id: string;
  name: string;
}

interface Model {
  name: string;
  label?: string;
  description?: string;
  synonyms?: readonly string[];
}

/** More projects than this are collapsed at first. */
const MAX_OPEN = 3;

/** The models of the projects that the person can see, with links to explore them. */
export class ModelSection {
  readonly root = element("section", {"aria-labelledby": "models"});
  /** The paths of the models' explore pages. */
  readonly pages = new Set<string>();
  readonly #items: {text: string; item: HTMLElement}[] = [];
  /** For each project its models, which collapse under its name if there are several projects. */
  readonly #lists: {details: HTMLDetailsElement; list: HTMLElement}[] = [];

  #wasSearch = false;

  async load(session: Session): Promise<void> {
    const answer = await session.request("GET", `/api/projects?limit=${MAX_PROJECTS}`);
    const projects: Project[] = await answer.json();
    const lists = await Promise.all(projects.map(project => modelsOf(session, project)));
    for (const {project, models} of lists) if (models.length > 0) this.#addList(project, models);
    const isCut = answer.headers.get("link")?.includes('rel="next"') === true;
    const isOne = this.#lists.length === 1;
    this.root.replaceChildren(
      element("h2", {id: "models"}, "Explore"),
      ...(this.#items.length === 0 ? [notice("There is no model that you can see yet.")] : []),
      ...this.#lists.map(({details, list}) => (isOne ? list : details)),
      ...(isCut ? [element("p", {class: "soft"}, `The models of the ${MAX_PROJECTS} newest projects.`)] : []),
    );
  }

  /**
   * Shows only models whose name, label, description or synonyms contain each of the words, and returns their number. A search
   * without words finds none.
   */
  show(words: readonly string[], isSearch: boolean): number {
    let left = 0;
    for (const {text, item} of this.#items) {
      item.hidden = isSearch && !(words.length > 0 && words.every(word => text.includes(word)));
      if (!item.hidden) left++;
    }
    for (const {details, list} of this.#lists) {
      list.hidden = list.querySelector("li:not([hidden])") === null;
      details.hidden = list.hidden;
      // The models that a search finds are shown without a click.
      if (isSearch || this.#lists.length <= MAX_OPEN) details.open = true;
      else if (this.#wasSearch) details.open = false;
    }
    this.#wasSearch = isSearch;
    this.root.hidden = isSearch && left === 0;
    return left;
  }

  #addList(project: Project, models: readonly Model[]): void {
    const id = `project-${project.id}`;
    const items = models.map(model => this.#itemOf(project, model));
    const count = `${items.length.toLocaleString()} ${items.length === 1 ? "model" : "models"}`;
    const list = element("ul", {class: "rows", "aria-labelledby": id}, ...items);
    const summary = element(
      "summary",
      {},
      element("bdi", {id}, project.name),
      " ",
      element("span", {class: "soft"}, count),
    );
    this.#lists.push({details: element("details", {class: "project"}, summary, list), list});
  }

  #itemOf({id}: Project, {name, label, description = "", synonyms = []}: Model): HTMLElement {
    const href = explorePage(name, id);
    this.pages.add(href);
    const item = element(
      "li",
      {},
      element("a", {href}, element("bdi", {}, titleOfModel({name, label}))),
      element("span", {class: "soft about"}, description),
    );
    this.#items.push({text: [name, label, description, ...synonyms].join(" ").toLowerCase(), item});
    return item;
  }
}

async function modelsOf(session: Session, project: Project): Promise<{project: Project; models: Model[]}> {
  const answer = await session.request("GET", `/api/projects/${encodeURIComponent(project.id)}/models`);
  return {project, models: await answer.json()};
}
