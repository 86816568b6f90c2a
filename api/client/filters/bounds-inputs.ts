import {element} from "../document/dom.ts";
import type {Bounds} from "./bounds.ts";
import {Fault} from "./control.ts";

/** The two inputs of a range, from and to. */
export class BoundsInputs {
  readonly root: HTMLElement;
  readonly #from: HTMLInputElement;
  readonly #to: HTMLInputElement;
  readonly #fault: Fault;

  constructor(
    id: string,
    label: string,
    attributes: Readonly<Record<string, string>>,
    private readonly isAfter: (a: string, b: string) => boolean,
    changed: () => void,
  ) {
    const input = (end: "from" | "to") => {
      const made = element("input", {...attributes, "aria-label": `${label}, ${end}`, autocomplete: "off"});
      made.addEventListener("input", changed);
      return made;
    };
    this.#from = input("from");
    this.#to = input("to");
    this.#fault = new Fault(`${id}-fault`, [this.#from, this.#to]);
    const pair = element(
      "span",
      {class: "pair"},
      this.#from,
      element("span", {"aria-hidden": "true"}, "–"),
      this.#to,
    );
    this.root = element("span", {class: "bounds"}, pair, this.#fault.root);
  }

  /** The range; `undefined` while an input is invalid, with the fault shown beside the inputs. */
  read(): Bounds | undefined {
    const inputs = [this.#from, this.#to];
    const [from = "", to = ""] = inputs.map(({value}) => value.trim());
    const fault = inputs.some(({validity}) => !validity.valid)
      ? "This value is incomplete."
      : from !== "" && to !== "" && this.isAfter(from, to)
        ? "“From” is after “to”."
        : "";
    this.#fault.show(fault);
    return fault === "" ? {from, to} : undefined;
  }

  set({from, to}: Bounds): void {
    this.#from.value = from;
    this.#to.value = to;
    this.#fault.show("");
  }

  focus(): void {
    this.#from.focus();
  }
}
