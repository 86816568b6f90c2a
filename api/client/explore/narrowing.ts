import type {Filter, Values} from "../api.ts";
import {element} from "../dom.ts";
import {readAddress} from "../filters/address.ts";
import {FilterForm} from "../filters/form.ts";
import type {OfferedFilter} from "../filters/offered.ts";
import {endPage} from "../page.ts";
import type {Session} from "../session.ts";
import {byRole, type Model, roleName, wordsOf} from "./picker.ts";

const MOST_VALUES = 50;
const TYPES = ["string", "number", "boolean", "date", "timestamp", "json"] as const;

/** What the question is narrowed by: fields that the person adds, each with the control of its type. */
export class Narrowing {
  readonly root = element("div", {class: "narrowing"});
  readonly #fields: string[];
  readonly #add: HTMLSelectElement;
  #form: FilterForm | undefined;
  #over = new AbortController();

  constructor(
    private readonly session: Session,
    private readonly model: Model,
    private readonly projectId: string,
    private readonly changed: () => void,
  ) {
    this.#fields = [...readAddress(location.search).keys()].filter(field => this.#offered(field));
    const fields = [...byRole(model.name, model.dimensions)].map(([role, own]) => {
      const options = own.map(({name, label}) => element("option", {value: name}, label ?? wordsOf(name)));
      return element("optgroup", {label: roleName(role)}, ...options);
    });
    this.#add = element(
      "select",
      {"aria-label": "Add a filter"},
      element("option", {value: ""}, "Add a filter"),
    );
    this.#add.append(...fields);
    this.#add.addEventListener("change", () => this.#addField(this.#add.value));
    this.#draw();
  }

  get filled(): Filter[] {
    return this.#form?.filled ?? [];
  }

  #addField(field: string): void {
    this.#add.value = "";
    if (field === "" || this.#fields.includes(field)) return;
    this.#fields.push(field);
    this.#draw();
    const inputs = this.root.querySelectorAll<HTMLElement>(".filter input, .filter select");
    const added = [...this.root.querySelectorAll(".filter")].at(-1);
    [...inputs].find(input => added?.contains(input))?.focus();
  }

  /** The form takes its state from the address, so that a new one has what the one before had. */
  #draw(): void {
    this.#over.abort();
    this.#over = new AbortController();
    const offered = this.#fields.flatMap(field => this.#offered(field) ?? []);
    const values = (field: string, search: string) => this.#values(field, search);
    this.#form =
      offered.length > 0 ? new FilterForm({offered, values}, this.changed, this.#over.signal) : undefined;
    this.root.replaceChildren(...(this.#form ? [this.#form.root] : []), this.#add);
  }

  #offered(field: string): OfferedFilter | undefined {
    const found = this.model.dimensions.find(({name}) => name === field);
    const type = TYPES.find(one => one === found?.type);
    return found && type && {field, label: found.label ?? field, type};
  }

  async #values(field: string, search: string): Promise<Values> {
    const query = {
      model: this.model.name,
      projectId: this.projectId,
      dimensions: [field],
      filters: search === "" ? [] : [{field, op: "contains", value: search}],
      limit: MOST_VALUES,
    };
    const answer = await this.session.ask("POST", "/api/query", {body: query}).catch((error: unknown) => {
      if (error instanceof Error && "status" in error && error.status === 401) endPage(error);
      throw error;
    });
    const {rows, truncated}: {rows: [string | null][]; truncated: boolean} = await answer.json();
    return {values: rows.map(([value]) => value), more: truncated};
  }
}
