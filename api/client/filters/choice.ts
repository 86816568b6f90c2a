import {element} from "../document/dom.ts";
import type {Filter} from "../service/api.ts";
import {type Control, group, type Listener} from "./control.ts";
import type {OfferedFilter} from "./offered.ts";

const CHOICES = {
  yes: {label: "Yes", condition: {op: "=", value: true}},
  no: {label: "No", condition: {op: "=", value: false}},
  some: {label: "With a value", condition: {op: "is_not_null"}},
  none: {label: "Without a value", condition: {op: "is_null"}},
} as const;
type Choice = keyof typeof CHOICES;

/** A select of fixed conditions: yes or no for booleans, with or without a value for other types. */
export class ChoiceControl implements Control {
  readonly root: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #choices: readonly Choice[];

  constructor(
    id: string,
    private readonly offered: OfferedFilter,
    {changed}: Listener,
  ) {
    this.#choices = offered.type === "boolean" ? ["yes", "no", "none"] : ["some", "none"];
    this.#select = element(
      "select",
      {"aria-label": offered.label},
      element("option", {value: ""}, "All"),
      ...this.#choices.map(name => element("option", {value: name}, CHOICES[name].label)),
    );
    this.#select.addEventListener("change", () => changed());
    this.root = group(id, offered.label, this.#select);
  }

  get written(): string[] {
    return this.#select.value === "" ? [] : [this.#select.value];
  }

  get filter(): Filter | undefined {
    const chosen = this.#choices.find(name => name === this.#select.value);
    return chosen && {field: this.offered.field, ...CHOICES[chosen].condition};
  }

  restore(written: readonly string[]): boolean {
    const found = written.length === 1 ? this.#choices.find(name => name === written[0]) : undefined;
    this.#select.value = found ?? "";
    return written.length === 0 || found !== undefined;
  }
}
