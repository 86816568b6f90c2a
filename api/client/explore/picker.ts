import {element} from "../dom.ts";

/** A field of a model, as the API describes it. */
export interface Field {
  name: string;
  label?: string;
  description?: string;
  type: string;
  grains?: string[];
}

export interface Model {
  name: string;
  label?: string;
  description?: string;
  dimensions: Field[];
  measures: Field[];
}

interface Picked {
  dimensions: string[];
  measures: string[];
}

/** The fields of each way from the model, its own first, in the order of the model. */
export function byRole(model: string, fields: readonly Field[]): Map<string, Field[]> {
  const roles = new Map<string, Field[]>([[model, []]]);
  for (const field of fields) {
    const role = field.name.slice(0, Math.max(0, field.name.lastIndexOf("."))) || model;
    const own = roles.get(role) ?? [];
    own.push(field);
    roles.set(role, own);
  }
  if (roles.get(model)?.length === 0) roles.delete(model);
  return roles;
}

/** `origin.airline` is "Origin · Airline". */
export function roleName(role: string): string {
  return role.split(".").map(wordsOf).join(" · ");
}

/** Fields to pick from, in the order of the model; picked ones are columns in the order in which they were picked. */
export class Picker {
  readonly root: HTMLElement;
  readonly #search = element("input", {
    type: "search",
    "aria-label": "Search fields",
    placeholder: "Search fields",
    autocomplete: "off",
  });
  readonly #rows: {text: string; row: HTMLElement}[] = [];
  readonly #roles: HTMLElement[] = [];
  readonly #none = element("p", {class: "soft", role: "status"});

  /** `grainFor` says which grain suits what a time has; it may take a while. */
  constructor(
    private readonly model: Model,
    picked: Picked,
    private readonly changed: () => void,
    private readonly grainFor: (field: Field) => Promise<string>,
  ) {
    this.root = element(
      "div",
      {class: "picker"},
      this.#search,
      this.#none,
      this.#group("Measures", model.measures, picked.measures),
      this.#group("Dimensions", model.dimensions, picked.dimensions),
    );
    this.#search.addEventListener("input", () => this.#narrow());
  }

  #narrow(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const {text, row} of this.#rows) {
      row.hidden = !words.every(word => text.includes(word));
      if (!row.hidden) left++;
    }
    for (const role of this.#roles) role.hidden = role.querySelector(".field:not([hidden])") === null;
    this.#none.textContent = left === 0 ? "No field was found." : "";
  }

  #group(title: string, fields: readonly Field[], picked: string[]): HTMLElement {
    const roles = [...byRole(this.model.name, fields)].map(([role, own], i) => {
      const rows = own.map(field => this.#row(field, picked));
      const id = `${title.toLowerCase()}-${i}`;
      const name = element("p", {class: "role", id}, element("bdi", {}, roleName(role)));
      // The model's own fields need no name for where they are from.
      const heading = role === this.model.name ? [] : [name];
      return element(
        "div",
        heading.length > 0 ? {role: "group", "aria-labelledby": id} : {},
        ...heading,
        ...rows,
      );
    });
    this.#roles.push(...roles);
    return element("fieldset", {}, element("legend", {}, title), ...roles);
  }

  #row(field: Field, picked: string[]): HTMLElement {
    const {name, label, description = "", grains = []} = field;
    const before = picked.find(one => one === name || grains.some(grain => one === `${name}.${grain}`));
    const box = element("input", {type: "checkbox"});
    box.checked = before !== undefined;
    const shown = element("span", {}, element("bdi", {}, label ?? wordsOf(name)));
    const beside = label || name.includes(".") ? element("span", {class: "soft"}, name) : "";
    const row = element("div", {class: "field"}, element("label", {title: description}, box, shown, beside));
    const grain = grains.length > 0 ? grainOf(field, before) : undefined;
    if (grain) row.append(grain);
    const show = () => {
      if (grain) grain.hidden = !box.checked;
    };
    let isGrainChosen = before !== undefined;
    const pick = () => {
      show();
      const own = (one: string) => one === name || grains.some(known => one === `${name}.${known}`);
      const at = picked.findIndex(own);
      const next = grain?.value ? `${name}.${grain.value}` : name;
      if (at >= 0) picked.splice(at, 1, ...(box.checked ? [next] : []));
      else if (box.checked) picked.push(next);
      this.changed();
    };
    show();
    box.addEventListener("change", async () => {
      if (grain && box.checked && !isGrainChosen) {
        show();
        const suited = await this.grainFor(field);
        // The person may have been faster.
        if (!isGrainChosen) grain.value = suited;
        isGrainChosen = true;
      }
      pick();
    });
    grain?.addEventListener("change", () => {
      isGrainChosen = true;
      pick();
    });
    this.#rows.push({text: `${name} ${label ?? ""} ${description}`.toLowerCase(), row});
    return row;
  }
}

/** `origin.state` is "State" under its name. */
export function wordsOf(name: string): string {
  const words = name.slice(name.lastIndexOf(".") + 1).replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The grains, and after them the moments themselves. */
function grainOf({name, grains = []}: Field, before: string | undefined): HTMLSelectElement {
  const given = before?.slice(name.length + 1) ?? grains[0] ?? "";
  const options = [...grains, ""].map(grain => {
    const option = element("option", {value: grain}, grain === "" ? "exact" : grain.replaceAll("_", " "));
    option.selected = grain === given;
    return option;
  });
  return element("select", {"aria-label": `Grain of ${name}`}, ...options);
}
