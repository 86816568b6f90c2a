import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import {UNITS} from "../parts.ts";
import type {Question} from "../question.ts";

type Compared = Question["compare"];

/** The control that chooses the earlier span of time to compare with. */
export class CompareSelect {
  readonly root: HTMLElement;
  readonly #select = element(
    "select",
    {id: "compare"},
    element("option", {value: ""}, "Nothing"),
    ...UNITS.map(unit => element("option", {value: unit}, `The ${unit} before`)),
  );
  readonly #sameDays = element("input", {type: "checkbox", id: "same-days"});
  readonly #same = element("label", {for: "same-days"}, this.#sameDays, "to the same day");
  readonly #fault = new Fault("compare-fault", [this.#select]);

  constructor(compared: Compared, changed: (compared: Compared) => void) {
    this.#select.value = compared?.unit ?? "";
    this.#sameDays.checked = compared?.sameDays ?? false;
    this.#same.hidden = compared === undefined;
    const take = () => {
      const unit = UNITS.find(one => one === this.#select.value);
      this.#same.hidden = unit === undefined;
      changed(unit && {unit, sameDays: this.#sameDays.checked});
    };
    this.#select.addEventListener("change", take);
    this.#sameDays.addEventListener("change", take);
    this.#same.title = "If the time range has not ended, the earlier range is cut to the same number of days";
    const controls = element("span", {class: "extra"}, this.#select, this.#same);
    this.root = element(
      "p",
      {},
      element("label", {for: "compare"}, "Compare with"),
      controls,
      this.#fault.root,
    );
  }

  /** Turns on "to the same day", and returns the comparison with it. */
  toSameDay(compared: NonNullable<Compared>): Compared {
    this.#sameDays.checked = true;
    return {...compared, sameDays: true};
  }

  /** Shows the fault of the comparison. */
  showFaults(text: string): void {
    this.#fault.show(text);
  }
}
