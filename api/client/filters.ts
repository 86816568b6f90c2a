import type {ChartData, Filter, Resource} from "./api.ts";
import {element} from "./dom.ts";

/** The most values that a filter suggests. */
const MOST_SUGGESTED = 200;

/**
 * A form with one field for each filter that the dashboard declares; `changed` is called with the filters that are
 * filled in.
 */
export class FilterForm {
  readonly root: HTMLFormElement;
  readonly #inputs = new Map<string, HTMLInputElement>();
  readonly #lists = new Map<string, HTMLDataListElement>();

  constructor(declared: Resource["filters"], changed: () => void) {
    const fields = declared.map(({field, label = field}, i) => {
      const list = element("datalist", {id: `values-${i}`});
      const input = element("input", {id: `filter-${i}`, list: list.id, type: "text", autocomplete: "off"});
      this.#inputs.set(field, input);
      this.#lists.set(field, list);
      input.addEventListener("change", changed);
      return element("p", {}, element("label", {for: input.id}, label), input, list);
    });
    const clear = element("button", {type: "reset"}, "Clear");
    this.root = element("form", {class: "filters", "aria-label": "Filters"}, ...fields, clear);
    this.root.addEventListener("submit", event => {
      event.preventDefault();
      changed();
    });
    this.root.addEventListener("reset", () => setTimeout(changed));
  }

  get filled(): Filter[] {
    return [...this.#inputs].flatMap(([field, {value}]) =>
      value.trim() === "" ? [] : [{field, op: "=", value: value.trim()}],
    );
  }

  /** Suggests the values that the charts show now. */
  suggest(shown: readonly (ChartData | undefined)[]): void {
    for (const [field, list] of this.#lists) {
      if (this.#inputs.get(field)?.value) continue;
      const values = new Set<string>();
      for (const data of shown) {
        const at = data?.columns.findIndex(({name}) => name === field) ?? -1;
        if (!data || at < 0) continue;
        for (const row of data.rows) {
          if (row[at] !== null && values.size < MOST_SUGGESTED) values.add(String(row[at]));
        }
      }
      list.replaceChildren(...[...values].sort().map(value => element("option", {value})));
    }
  }
}
