import type {Filter, Values} from "../api.ts";
import {element} from "../dom.ts";
import type {OfferedFilter} from "./offered.ts";

/**
 * One filter on the page. Its state is a list of texts, as they stand in the address; an empty list is no filter. What a
 * reader has half filled in, or wrong, is not part of it.
 */
export interface Control {
  readonly root: HTMLElement;
  readonly filter: Filter | undefined;
  readonly written: readonly string[];
  /** Takes over the state. False where it is none of this control's: it is then empty. */
  restore(written: readonly string[]): boolean;
}

/** What a page offers to filter by, and where it has the values from that a reader may choose. */
export interface Filtering {
  offered: readonly OfferedFilter[];
  values(field: string, search: string): Promise<Values>;
}

/** What the controls tell the form. */
export interface Listener {
  /** The state has changed. `soon` for what is typed, which may change again at once. */
  changed(how?: {soon: boolean}): void;
  /** Reads this out to those who do not see the page. */
  say(text: string): void;
}

/** A labelled group of controls. `id` is unique on the page. */
export function group(id: string, label: string, ...children: (Node | string)[]): HTMLElement {
  const heading = element("span", {id: `${id}-label`, class: "label"}, label);
  const row = element("span", {class: "row"}, ...children);
  return element("div", {class: "filter", role: "group", "aria-labelledby": heading.id}, heading, row);
}

/** A place for what is wrong with the inputs that it belongs to. */
export class Fault {
  readonly root: HTMLElement;

  constructor(
    id: string,
    private readonly inputs: readonly HTMLInputElement[],
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
