import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";

/** The checkbox that adds a subtotal row for each group of the leading dimensions. */
export class SubtotalsBox {
  readonly root: HTMLElement;
  readonly #box = element("input", {type: "checkbox", id: "subtotals"});
  readonly #fault = new Fault("subtotals-fault", [this.#box]);

  constructor(isAsked: boolean, changed: (isAsked: boolean) => void) {
    this.#box.checked = isAsked;
    this.#box.addEventListener("change", () => changed(this.#box.checked));
    const label = element("label", {for: "subtotals"}, this.#box, "Subtotals");
    this.root = element("p", {class: "box"}, label, this.#fault.root);
  }

  /** Shows the error that the service reports for the subtotals; an empty text removes it. */
  showFaults(text: string): void {
    this.#fault.show(text);
  }
}
