import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import type {Model} from "../fields.ts";
import {type Question, TOPS, type Top} from "../question.ts";
import {choosableOf} from "./top.ts";

const written = ({count, isLeast}: Top) => String(isLeast ? -count : count);
const CHOICES: readonly (readonly [Top, string])[] = [false, true].flatMap(isLeast =>
  TOPS.map(count => {
    const text = `The ${count} ${isLeast ? "least" : "greatest"}, and the others`;
    return [{count, isLeast}, text] as const;
  }),
);

/** The control that chooses the values of a dimension that are shown: all, the greatest or the least. */
export class GreatestSelect {
  readonly root: HTMLElement;
  readonly #label = element("label", {for: "top"});
  readonly #select = element(
    "select",
    {id: "top"},
    element("option", {value: ""}, "All"),
    ...CHOICES.map(([top, text]) => element("option", {value: written(top)}, text)),
  );

  readonly #fault = new Fault("top-fault", [this.#select]);

  constructor(top: Top | undefined, changed: (top: Top | undefined) => void) {
    this.set(top);
    this.#select.addEventListener("change", () =>
      changed(CHOICES.find(([one]) => written(one) === this.#select.value)?.[0]),
    );
    this.root = element("p", {}, this.#label, this.#select, this.#fault.root);
  }

  set(top: Top | undefined): void {
    this.#select.value = top === undefined ? "" : written(top);
  }

  /** Shows the error that the service reports for the choice; an empty text removes it. */
  showFaults(text: string): void {
    this.#fault.show(text);
  }

  /** Shows or hides the select, as it applies to the picked fields. */
  refresh(question: Question, model: Model): void {
    this.root.hidden = choosableOf(question, model) === undefined || question.measures.length === 0;
    this.#label.textContent = question.dimensions.length === 2 ? "Series" : "Values";
  }
}
