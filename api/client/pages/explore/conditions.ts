import {element} from "../../document/dom.ts";
import {type Control, Fault} from "../../filters/control.ts";
import {controlFor} from "../../filters/form.ts";
import type {Filter} from "../../service/api.ts";
import type {Session} from "../../service/session.ts";
import type {Model} from "./fields.ts";
import {fieldsSelect} from "./fields-select.ts";
import type {Where} from "./kinds/kinds.ts";
import {offeredField, valuesOf} from "./offered-fields.ts";

const SETTLED_MS = 400;

/** Conditions on the rows of one model, each with the control of its field's type. */
export class Conditions {
  readonly root: HTMLElement;
  readonly #controls = new Map<string, Control>();
  readonly #list = element("div", {class: "conditions"});
  readonly #spoken = element("span", {class: "unseen", role: "status"});
  readonly #fault: Fault;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #made = 0;

  /** `id` is unique on the page. `where` is changed in place. */
  constructor(
    private readonly id: string,
    private readonly session: Session,
    private readonly projectId: string,
    private readonly model: Model,
    private readonly where: Where,
    private readonly changed: () => void,
  ) {
    const add = fieldsSelect("Add a condition", "Add a condition", model, {dimensions: true});
    add.addEventListener("change", () => {
      const field = add.value;
      add.value = "";
      if (field === "" || this.#controls.has(field)) return;
      const control = this.#show(field);
      control?.root.querySelector<HTMLElement>("input, select")?.focus();
    });
    this.#fault = new Fault(`${id}-fault`, [add]);
    for (const [field, written] of Object.entries(where)) this.#show(field)?.restore(written);
    this.root = element("span", {class: "where"}, this.#list, add, this.#fault.root, this.#spoken);
  }

  get filters(): Filter[] {
    return [...this.#controls.values()].flatMap(({filter}) => filter ?? []);
  }

  /** Shows the error that the service reports for these conditions; an empty text removes it. */
  showFaults(text: string): void {
    this.#fault.show(text);
  }

  #show(field: string): Control | undefined {
    const offered = offeredField(this.model, field);
    if (!offered) return undefined;
    const source = {model: this.model.name, projectId: this.projectId};
    const control = controlFor(
      `${this.id}-${this.#made++}`,
      offered,
      {
        changed: ({soon} = {soon: false}) => {
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => this.#keep(), soon ? SETTLED_MS : 0);
        },
        say: text => {
          this.#spoken.textContent = text;
        },
      },
      (name, search) => valuesOf(this.session, source, name, search),
    );
    this.#controls.set(field, control);
    const remove = element("button", {type: "button", "aria-label": `Remove ${offered.label}`}, "×");
    const row = element("span", {class: "condition filters"}, control.root, remove);
    remove.addEventListener("click", () => {
      this.#controls.delete(field);
      row.remove();
      this.#keep();
    });
    this.#list.append(row);
    return control;
  }

  #keep(): void {
    clearTimeout(this.#timer);
    for (const field of Object.keys(this.where)) delete this.where[field];
    for (const [field, {written}] of this.#controls) if (written.length > 0) this.where[field] = [...written];
    this.changed();
  }
}
