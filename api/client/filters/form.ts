import {element} from "../document/dom.ts";
import type {Filter} from "../service/api.ts";
import {readAddress, withFilters} from "./address.ts";
import {ChoiceControl} from "./choice.ts";
import {type Control, type Filtering, group, type Listener} from "./control.ts";
import {DateRangeControl} from "./date-range.ts";
import {NumberRange} from "./number-range.ts";
import type {OfferedFilter} from "./offered.ts";
import {ValueList} from "./value-list.ts";
import {ValueOrField} from "./value-or-field.ts";

/** Debounce: how long typing must pause before the charts are loaded. */
const SETTLED_MS = 400;

/**
 * The form of the filters that a dashboard declares, each with the control of its type. The state is in the address: it
 * is read at first and when the reader goes back, and each change adds an entry to the browser's history. `changed` is
 * called when the charts have to be loaded with other filters.
 */
export class FilterForm {
  readonly root: HTMLFormElement;
  readonly #controls = new Map<string, Control>();
  readonly #message = element("p", {class: "messages", role: "status"});
  readonly #spoken = element("p", {class: "unseen", role: "status"});
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The state that the charts are loaded with. */
  #applied = "";

  constructor({offered, values}: Filtering, changed: () => void, over: AbortSignal) {
    this.#changed = changed;
    const listener: Listener = {
      changed: ({soon} = {soon: false}) => {
        clearTimeout(this.#timer);
        if (soon) this.#timer = setTimeout(() => this.#apply(), SETTLED_MS);
        else this.#apply();
      },
      say: text => {
        this.#spoken.textContent = text;
      },
    };
    for (const [i, one] of offered.entries()) {
      const control = controlFor(`filter-${i}`, one, listener, values);
      const isComparable = one.others !== undefined && one.others.length > 0;
      const both = isComparable ? new ValueOrField(`filter-${i}`, one, listener, control) : control;
      this.#controls.set(one.field, both);
    }
    const clear = element("button", {type: "button"}, "Clear");
    clear.addEventListener("click", () => {
      for (const control of this.#controls.values()) control.restore([]);
      listener.say("All filters are cleared.");
      listener.changed();
    });
    const controls = [...this.#controls.values()].map(({root}) => root);
    this.root = element("form", {class: "filters", "aria-label": "Filters"}, ...controls, clear);
    this.root.append(this.#message, this.#spoken);
    this.root.addEventListener("submit", event => {
      event.preventDefault();
      this.#apply();
    });
    this.#restore();
    const back = () => {
      clearTimeout(this.#timer);
      this.#restore();
      changed();
    };
    addEventListener("popstate", back, {signal: over});
    over.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  get filled(): Filter[] {
    return this.filledControls.map(({filter}) => filter);
  }

  /** The controls that are filled in, each with its filter. */
  get filledControls(): {root: HTMLElement; filter: Filter}[] {
    return [...this.#controls.values()].flatMap(({root, filter}) => (filter ? [{root, filter}] : []));
  }

  #states(): [string, readonly string[]][] {
    return [...this.#controls].map(([field, {written}]) => [field, written]);
  }

  #apply(): void {
    clearTimeout(this.#timer);
    const states = new Map(this.#states());
    const address = withFilters(location.href, states);
    this.#message.textContent =
      address === undefined ? "The chosen values do not fit into the address: a reload will lose them." : "";
    const applied = JSON.stringify(this.#states());
    if (applied === this.#applied) return;
    this.#applied = applied;
    if (address !== undefined && address !== location.href) history.pushState(null, "", address);
    this.#changed();
  }

  /** Reads the state from the address, and shows which filters in it are invalid. */
  #restore(): void {
    const states = readAddress(location.search);
    const faults: string[] = [];
    for (const [field, control] of this.#controls) {
      const written = states.get(field) ?? [];
      states.delete(field);
      if (!control.restore(written)) faults.push(field);
    }
    faults.push(...states.keys());
    this.#applied = JSON.stringify(this.#states());
    const names = faults.slice(0, 5).map(field => `“${field.slice(0, 100)}”`);
    const notice = `The filters of the address that do not apply here are left out: ${names.join(", ")}.`;
    // Screen readers announce a status only if it changes while it is on the page, and this code runs before the form
    // is inserted.
    setTimeout(() => {
      this.#message.textContent = names.length > 0 ? notice : "";
    });
  }
}

/** The control of the field's type. */
export function controlFor(
  id: string,
  offered: OfferedFilter,
  listener: Listener,
  values: Filtering["values"],
): Control {
  switch (offered.type) {
    case "string":
      return new ValueList(id, offered, listener, values);
    case "number":
      return new NumberRange(id, offered, listener);
    case "date":
    case "timestamp":
      return new DateRangeControl(id, offered, listener);
    case "boolean":
    case "json":
      return new ChoiceControl(id, offered, listener);
    case null:
      return withoutChart(id, offered);
  }
}

function withoutChart(id: string, {label}: OfferedFilter): Control {
  const note = element("span", {class: "note"}, "No chart here can be filtered by this.");
  return {
    root: group(id, label, note),
    filter: undefined,
    written: [],
    restore: written => written.length === 0,
  };
}
