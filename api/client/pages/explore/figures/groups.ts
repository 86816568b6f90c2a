import {lowered} from "../../../../../shared/core/one-line.ts";
import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import {byRole, type Field, type Model, roleName, titleOf} from "../fields.ts";
import {AGGREGATES, type Aggregate, type Groups} from "../parts.ts";

/** Grains to choose from where the groups are periods of a time. */
const PERIODS = ["day", "week", "month", "quarter", "year", "hour"];
/** Aggregates that apply to values of every type; the others need numbers. */
const OF_ALL: ReadonlySet<Aggregate> = new Set(["min", "max", "count"]);
const isAggregate = (text: string): text is Aggregate => Object.hasOwn(AGGREGATES, text);

/** The control that shows a picked measure as it is, as an aggregate over the groups of a dimension, or as both. */
export class GroupsControl {
  readonly root: HTMLElement;
  readonly #agg: HTMLSelectElement;
  readonly #per: HTMLSelectElement;
  readonly #beside = element("input", {type: "checkbox"});
  readonly #further: HTMLElement;
  readonly #fault: Fault;

  /** `id` is unique on the page. */
  constructor(
    id: string,
    model: Model,
    private readonly field: Field,
    private readonly groups: Map<string, Groups>,
    private readonly changed: () => void,
  ) {
    const {name, type} = field;
    const offered = Object.entries(AGGREGATES).filter(
      ([agg]) => type === "number" || (isAggregate(agg) && OF_ALL.has(agg)),
    );
    this.#agg = element(
      "select",
      {"aria-label": `Show ${name} as`},
      element("option", {value: ""}, "as it is"),
      ...offered.map(([agg, text]) => element("option", {value: agg}, `as ${lowered(text)} per …`)),
    );
    this.#per = perSelect(`Groups of ${name}`, model);
    const beside = element("label", {}, this.#beside, "and as it is");
    this.#fault = new Fault(`${id}-fault`, [this.#agg, this.#per]);
    this.#further = element("span", {class: "extra"}, this.#per, beside);
    this.#restore();
    this.#agg.addEventListener("change", () => this.#choose());
    this.#per.addEventListener("change", () => this.#choose());
    this.#beside.addEventListener("change", () => this.#choose());
    this.root = element("span", {class: "extra"}, this.#agg, this.#further, this.#fault.root);
  }

  /** Shows the error that the service reports for these groups; an empty text removes it. */
  showFaults(text: string): void {
    this.#fault.show(text);
  }

  #restore(): void {
    const {agg = "", per = "", beside = false} = this.groups.get(this.field.name) ?? {};
    this.#agg.value = agg;
    if (per !== "" && ![...this.#per.options].some(({value}) => value === per))
      this.#per.append(element("option", {value: per}, per));
    this.#per.value = per;
    this.#beside.checked = beside;
    this.#further.hidden = agg === "";
  }

  #choose(): void {
    const agg = this.#agg.value;
    const per = this.#per.value;
    const {name} = this.field;
    const wasVisible = !this.#further.hidden;
    this.#further.hidden = agg === "";
    this.#fault.show("");
    const before = this.groups.has(name);
    if (isAggregate(agg) && per !== "") this.groups.set(name, {agg, per, beside: this.#beside.checked});
    else this.groups.delete(name);
    if (!wasVisible && agg !== "" && per === "") this.#per.focus();
    if (before || this.groups.has(name)) this.changed();
  }
}

/** A select of the dimensions to group by. Times are offered by period. */
export function perSelect(label: string, model: Model): HTMLSelectElement {
  const options = ({name, grains}: Field) => {
    const text = titleOf(model, name);
    if (!grains) return [element("option", {value: name}, text)];
    return PERIODS.filter(one => grains.includes(one)).map(grain =>
      element("option", {value: `${name}.${grain}`}, `${text} (${grain})`),
    );
  };
  const roles = [...byRole(model.name, model.dimensions)].map(([role, own]) =>
    element("optgroup", {label: roleName(role)}, ...own.flatMap(options)),
  );
  const none = element("option", {value: ""}, "choose a dimension");
  return element("select", {"aria-label": label}, none, ...roles);
}
