import type {Filter, Values} from "../api.ts";
import {element} from "../dom.ts";
import {readAddress} from "../filters/address.ts";
import {Fault} from "../filters/control.ts";
import {FilterForm} from "../filters/form.ts";
import type {OfferedFilter} from "../filters/offered.ts";
import {endPage} from "../page.ts";
import type {Session} from "../session.ts";
import {byRole, type Field, type Model, roleName, titleOf, wordsOf} from "./fields.ts";

const MOST_VALUES = 50;
const TYPES = ["string", "number", "boolean", "date", "timestamp", "json"] as const;

/** The question's filters: fields that the person adds, each with the control of its type. */
export class Narrowing {
  readonly root = element("div", {class: "narrowing"});
  readonly #fields: string[];
  readonly #add: HTMLSelectElement;
  #form: FilterForm | undefined;
  /** The service's faults that are shown beside the filters. */
  #faults: Fault[] = [];
  #over = new AbortController();

  constructor(
    private readonly session: Session,
    private readonly model: Model,
    private readonly projectId: string,
    private readonly changed: () => void,
  ) {
    this.#fields = [...readAddress(location.search).keys()].filter(field => this.#offered(field));
    const optionsOf = (fields: readonly Field[], text: (field: Field) => string) =>
      fields.map(field => element("option", {value: field.name}, text(field)));
    const fields = [...byRole(model.name, model.dimensions)].map(([role, own]) =>
      element(
        "optgroup",
        {label: roleName(role)},
        ...optionsOf(own, ({name, label}) => label ?? wordsOf(name)),
      ),
    );
    const measures = optionsOf(model.measures, ({name}) => titleOf(model, name));
    this.#add = element(
      "select",
      {"aria-label": "Add a filter"},
      element("option", {value: ""}, "Add a filter"),
    );
    this.#add.append(...fields);
    if (measures.length > 0) this.#add.append(element("optgroup", {label: "Measures"}, ...measures));
    this.#add.addEventListener("change", () => this.#addField(this.#add.value));
    this.#draw();
  }

  get filled(): Filter[] {
    return this.#form?.filled ?? [];
  }

  /** The fields that have a control, whether it is filled in or not. */
  get fields(): readonly string[] {
    return this.#fields;
  }

  /** Shows the control of a field, so that it can be filled in. */
  show(field: string): void {
    if (this.#fields.includes(field)) return;
    this.#fields.push(field);
    this.#draw();
  }

  /** Shows the fault of each filled-in filter, by its index in the query. */
  blame(faults: ReadonlyMap<number, string>): void {
    for (const fault of this.#faults) {
      fault.show("");
      fault.root.remove();
    }
    this.#faults = (this.#form?.filledControls ?? []).flatMap(({root}, i) => {
      const text = faults.get(i);
      if (text === undefined) return [];
      const fault = new Fault(`narrowing-fault-${i}`, [
        ...root.querySelectorAll<HTMLElement>("input, select"),
      ]);
      root.append(fault.root);
      fault.show(text);
      return [fault];
    });
  }

  #addField(field: string): void {
    this.#add.value = "";
    if (field === "" || this.#fields.includes(field)) return;
    this.show(field);
    const inputs = this.root.querySelectorAll<HTMLElement>(".filter input, .filter select");
    const added = [...this.root.querySelectorAll(".filter")].at(-1);
    [...inputs].find(input => added?.contains(input))?.focus();
  }

  /** Replaces the form. The new one reads its state from the address, so that nothing filled in is lost. */
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
    const {dimensions, measures} = this.model;
    const kind = [dimensions, measures].find(all => all.some(({name}) => name === field));
    const found = kind?.find(({name}) => name === field);
    const type = TYPES.find(one => one === found?.type);
    if (!kind || !found || !type) return undefined;
    const others = kind
      .filter(other => other !== found && areComparable(other.type, type))
      .map(({name}) => ({field: name, label: titleOf(this.model, name)}));
    const label = kind === measures ? titleOf(this.model, field) : (found.label ?? field);
    return {field, label, type, others};
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

/** Whether the service can compare fields of these two types. */
function areComparable(one: string, other: string): boolean {
  const kind = (type: string) => (type === "timestamp" ? "date" : type);
  return kind(one) === kind(other) && one !== "json";
}
