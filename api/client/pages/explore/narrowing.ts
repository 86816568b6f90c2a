import {element} from "../../document/dom.ts";
import {readAddress, withFilters} from "../../filters/address.ts";
import {Fault} from "../../filters/control.ts";
import {FilterForm} from "../../filters/form.ts";
import type {Filter} from "../../service/api.ts";
import type {Session} from "../../service/session.ts";
import {isTimeOf, type Model} from "./fields.ts";
import {fieldsSelect} from "./fields-select.ts";
import {offeredField, valuesOf} from "./offered-fields.ts";

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
    this.#fields = [...readAddress(location.search).keys()].filter(field => offeredField(model, field));
    this.#add = fieldsSelect("Add a filter", "Add a filter", model, {dimensions: true, measures: true});
    this.#add.addEventListener("change", () => this.#addField(this.#add.value));
    this.#draw();
  }

  get filled(): Filter[] {
    return this.#form?.filled ?? [];
  }

  /** Whether one of the filters narrows a time. */
  get hasSpan(): boolean {
    return this.filled.some(
      filter => "field" in filter && typeof filter.field === "string" && isTimeOf(this.model, filter.field),
    );
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

  /** Fills in the control of a field, without a new entry in the browser's history. */
  fill(field: string, text: string): void {
    const all = new Map<string, readonly string[]>(readAddress(location.search));
    const address = withFilters(location.href, all.set(field, [text]));
    if (address !== undefined) history.replaceState(null, "", address);
    if (!this.#fields.includes(field)) this.#fields.push(field);
    this.#draw();
  }

  /**
   * Adds filters as the states of their controls, with a new entry in the browser's history: going back removes them.
   */
  add(states: readonly {field: string; text: string}[]): void {
    const all = new Map<string, readonly string[]>(readAddress(location.search));
    for (const {field, text} of states) all.set(field, [text]);
    const address = withFilters(location.href, all);
    if (address === undefined) return;
    history.pushState(null, "", address);
    for (const {field} of states) if (!this.#fields.includes(field)) this.#fields.push(field);
    this.#draw();
    this.changed();
  }

  /** Shows the fault of each filled-in filter, by its index in the query. */
  showFaults(faults: ReadonlyMap<number, string>): void {
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
    const offered = this.#fields.flatMap(field => offeredField(this.model, field) ?? []);
    const source = {model: this.model.name, projectId: this.projectId};
    const values = (field: string, search: string) => valuesOf(this.session, source, field, search);
    this.#form =
      offered.length > 0 ? new FilterForm({offered, values}, this.changed, this.#over.signal) : undefined;
    this.root.replaceChildren(...(this.#form ? [this.#form.root] : []), this.#add);
  }
}
