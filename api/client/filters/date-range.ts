import {element} from "../document/dom.ts";
import type {Filter} from "../service/api.ts";
import type {Bounds} from "./bounds.ts";
import {BoundsInputs} from "./bounds-inputs.ts";
import {type Control, group, type Listener} from "./control.ts";
import {boundsFilter, type DateRange, dateRange, MAX_COUNT, PRESETS, unitsOf, writtenRange} from "./dates.ts";
import type {OfferedFilter} from "./offered.ts";

const WORDS = {past: "In the past …", next: "In the next …", bounds: "From – to …"} as const;
const UNITS = ["hour", "day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year"] as const;

/** The control of a time range: a preset, a number of periods before or after now, or a first and a last day. */
export class DateRangeControl implements Control {
  readonly root: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #count: HTMLInputElement;
  readonly #unit: HTMLSelectElement;
  readonly #whole: HTMLInputElement;
  readonly #relative: HTMLElement;
  readonly #bounds: BoundsInputs;
  #range: DateRange | undefined;

  constructor(
    id: string,
    private readonly offered: OfferedFilter,
    private readonly listener: Listener,
  ) {
    const {label} = offered;
    const units = UNITS.filter(unit => unitsOf(offered).includes(unit));
    const option = (value: string, text: string) => element("option", {value}, text);
    const presets = PRESETS.filter(({range}) => units.some(unit => unit === range.unit));
    this.#select = element(
      "select",
      {"aria-label": label},
      option("", "Any time"),
      ...presets.map(({range, text}) => option(writtenRange(range), text)),
      ...Object.entries(WORDS).map(([kind, text]) => option(kind, text)),
    );
    this.#select.addEventListener("change", () => this.#choose());
    const number = {type: "number", min: "1", max: String(MAX_COUNT), step: "1", required: ""};
    this.#count = element("input", {...number, "aria-label": `${label}, how many`});
    this.#unit = element("select", {"aria-label": `${label}, periods`});
    this.#unit.append(...units.map(unit => option(unit, `${unit.replace("_", " ")}s`)));
    this.#whole = element("input", {type: "checkbox"});
    for (const input of [this.#count, this.#unit, this.#whole]) {
      input.addEventListener("input", () => this.#readRelative());
    }
    const whole = element("label", {}, this.#whole, " without the current one");
    this.#relative = element("span", {class: "pair"}, this.#count, this.#unit, whole);
    const dates = {type: "date", min: "0001-01-01", max: "9999-12-31"};
    this.#bounds = new BoundsInputs(
      id,
      label,
      dates,
      (a, b) => a > b,
      () => this.#readBounds(),
    );
    this.root = group(id, label, this.#select, this.#relative, this.#bounds.root);
    this.restore([]);
  }

  get written(): string[] {
    return this.#range ? [writtenRange(this.#range)] : [];
  }

  get filter(): Filter | undefined {
    const range = this.#range;
    if (!range) return undefined;
    if (range.kind === "bounds") return boundsFilter(this.offered, range);
    const {kind, unit, count, completed} = range;
    const {field} = this.offered;
    if (kind === "current") return {field, op: "in_current", value: {unit}};
    return {field, op: `in_${kind}`, value: {unit, count, ...(completed ? {completed} : {})}};
  }

  restore(written: readonly string[]): boolean {
    const found = written.length === 1 ? dateRange(written[0] ?? "") : undefined;
    const fits = found && (found.kind === "bounds" || unitsOf(this.offered).includes(found.unit));
    this.#range = fits ? found : undefined;
    this.#select.value = this.written[0] ?? "";
    // The range is not a preset.
    if (this.#range && this.#select.selectedIndex < 0) this.#select.value = this.#range.kind;
    // What is left is a current period shorter than a day, because all longer ones are presets. This control has none.
    if (this.#range && this.#select.selectedIndex < 0) this.#range = undefined;
    if (!this.#range) this.#select.value = "";
    this.#fill();
    return written.length === 0 || this.#range !== undefined;
  }

  /** Shows only the inputs of the chosen kind of range, filled in. */
  #fill(): void {
    const selectedValue = this.#select.value;
    const range = this.#range;
    this.#relative.hidden = selectedValue !== "past" && selectedValue !== "next";
    this.#bounds.root.hidden = selectedValue !== "bounds";
    const relative = range && range.kind !== "bounds" ? range : {count: 7, unit: "", completed: false};
    this.#count.value = String(relative.count);
    this.#unit.value = relative.unit;
    if (this.#unit.selectedIndex < 0)
      this.#unit.value = unitsOf(this.offered).find(unit => unit !== "hour") ?? "";
    this.#whole.checked = relative.completed;
    const none: Bounds = {from: "", to: ""};
    this.#bounds.set(range?.kind === "bounds" ? range : none);
  }

  #choose(): void {
    const chosen = this.#select.value;
    if (chosen === "past" || chosen === "next") {
      if (this.#range?.kind === "bounds") this.#range = undefined;
      this.#fill();
      this.#readRelative();
      return;
    }
    this.#range = dateRange(chosen);
    this.#fill();
    if (chosen === "bounds") this.#bounds.focus();
    this.listener.changed();
  }

  #readRelative(): void {
    const kind = this.#select.value;
    const isWrong = !this.#count.validity.valid;
    this.#count.setAttribute("aria-invalid", String(isWrong));
    if (isWrong || (kind !== "past" && kind !== "next")) return;
    const [count, completed] = [Number(this.#count.value), this.#whole.checked];
    const unit = unitsOf(this.offered).find(one => one === this.#unit.value);
    if (!unit) return;
    this.#range = {kind, count, unit, completed};
    this.listener.changed({soon: true});
  }

  #readBounds(): void {
    const bounds = this.#bounds.read();
    if (!bounds) return;
    this.#range = bounds.from + bounds.to === "" ? undefined : {kind: "bounds", ...bounds};
    this.listener.changed({soon: true});
  }
}
