import {element} from "../document/dom.ts";
import type {Filter, Values} from "../service/api.ts";
import type {OfferedFilter} from "./offered.ts";

/**
 * The control of one filter. Its state is a list of texts, as they are written in the address; an empty list is no
 * filter. Incomplete or invalid input is not part of the state.
 */
export interface Control {
  readonly root: HTMLElement;
  readonly filter: Filter | undefined;
  readonly written: readonly string[];
  /** Sets the state. Returns false where this control cannot read it; the control is then empty. */
  restore(written: readonly string[]): boolean;
}

/** The filters that a page offers, and the function that lists the values to choose from. */
export interface Filtering {
  offered: readonly OfferedFilter[];
  values(field: string, search: string): Promise<Values>;
}

/** The functions by which a control reports to its form. */
export interface Listener {
  /** Called when the state has changed; with `soon` while somebody types, so that the form debounces. */
  changed(how?: {soon: boolean}): void;
  /** Announces the text to screen readers. */
  say(text: string): void;
}

/** A labelled group of controls. `id` is unique on the page. */
export function group(id: string, label: string, ...children: (Node | string)[]): HTMLElement {
  const heading = element("span", {id: `${id}-label`, class: "label"}, label);
  const row = element("span", {class: "row"}, ...children);
  return element("div", {class: "filter", role: "group", "aria-labelledby": heading.id}, heading, row);
}

/** The error message of one or several inputs. */
export class Fault {
  readonly root: HTMLElement;

  constructor(
    id: string,
    private readonly inputs: readonly HTMLElement[],
  ) {
    this.root = element("span", {id, class: "fault", role: "alert"});
  }

  show(text: string): void {
    this.root.textContent = text;
    for (const input of this.inputs) {
      input.setAttribute("aria-invalid", String(text !== ""));
      if (text === "") input.removeAttribute("aria-describedby");
      else input.setAttribute("aria-describedby", this.root.id);
    }
  }
}
