import {element} from "../document/dom.ts";
import type {Filter} from "../service/api.ts";
import {type Control, group, type Listener} from "./control.ts";
import type {OfferedFilter} from "./offered.ts";

const OPERATORS = {"=": "=", "!=": "≠", ">": ">", ">=": "≥", "<": "<", "<=": "≤"} as const;
type Operator = keyof typeof OPERATORS;
const isOperator = (text: string): text is Operator => Object.hasOwn(OPERATORS, text);

/** `FIELD` begins a state that compares with a field. `VALUE` escapes a value that begins with either prefix. */
const FIELD = "field:";
const VALUE = "value:";

/** The control of a filter by values, or by another field of the same row or group. */
export class ValueOrField implements Control {
  readonly root: HTMLElement;
  readonly #comparison: HTMLElement;
  readonly #op: HTMLSelectElement;
  readonly #other: HTMLSelectElement;
  readonly #toggle: HTMLButtonElement;

  constructor(
    id: string,
    private readonly offered: OfferedFilter,
    {changed}: Listener,
    private readonly byValue: Control,
  ) {
    const {label, type, others = []} = offered;
    const operators = Object.entries(OPERATORS).slice(0, type === "boolean" ? 2 : undefined);
    this.#op = element(
      "select",
      {"aria-label": `${label}, comparison`},
      ...operators.map(([value, text]) => element("option", {value}, text)),
    );
    this.#other = element(
      "select",
      {"aria-label": `${label}, other field`},
      element("option", {value: ""}, "choose a field"),
      ...others.map(other => element("option", {value: other.field}, other.label)),
    );
    this.#comparison = group(`${id}-other`, label, this.#op, this.#other);
    const name = `Compare ${label} with another field`;
    this.#toggle = element("button", {type: "button", class: "other", "aria-label": name, title: name}, "↔");
    this.#op.addEventListener("change", () => changed());
    this.#other.addEventListener("change", () => changed());
    this.#toggle.addEventListener("click", () => {
      this.#show(!this.#isCompared);
      if (this.#isCompared) this.#other.focus();
      changed();
    });
    this.root = element("div", {class: "either"}, byValue.root, this.#comparison, this.#toggle);
    this.#show(false);
  }

  get filter(): Filter | undefined {
    if (!this.#isCompared) return this.byValue.filter;
    const other = this.#other.value;
    return other === "" ? undefined : {field: this.offered.field, op: this.#op.value, other};
  }

  get written(): string[] {
    if (this.#isCompared)
      return this.#other.value === "" ? [] : [`${FIELD}${this.#op.value}:${this.#other.value}`];
    return this.byValue.written.map(text =>
      text.startsWith(FIELD) || text.startsWith(VALUE) ? VALUE + text : text,
    );
  }

  restore(written: readonly string[]): boolean {
    const [only = ""] = written;
    const isField = written.length === 1 && only.startsWith(FIELD);
    this.#other.value = "";
    this.#show(isField);
    if (!isField)
      return this.byValue.restore(
        written.map(text => (text.startsWith(VALUE) ? text.slice(VALUE.length) : text)),
      );
    this.byValue.restore([]);
    const [, op = "", other = ""] = /^field:([^:]+):(.+)$/s.exec(only) ?? [];
    const known = this.offered.others?.some(({field}) => field === other) ?? false;
    if (!isOperator(op) || !known) return false;
    this.#op.value = op;
    this.#other.value = other;
    return true;
  }

  get #isCompared(): boolean {
    return !this.#comparison.hidden;
  }

  #show(isCompared: boolean): void {
    this.#comparison.hidden = !isCompared;
    this.byValue.root.hidden = isCompared;
    this.#toggle.setAttribute("aria-pressed", String(isCompared));
  }
}
