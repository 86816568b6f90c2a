import {element} from "../../document/dom.ts";
import {byRole, type Field, type Model, roleName, titleFromName} from "./fields.ts";
import {BinControl} from "./figures/bins.ts";
import {GroupsControl} from "./figures/groups.ts";
import {grainWithin} from "./figures/suited-grain.ts";
import type {Question} from "./question.ts";

type Picked = Pick<Question, "dimensions" | "measures" | "bins" | "groups">;

/** A further control of a picked field, beside its grain: its bins, or its groups. */
interface Extra {
  readonly root: HTMLElement;
  showFaults(text: string): void;
}

/** The field picker. Its fields are in the order of the model, the result's columns in the order of picking. */
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
  readonly #measures: HTMLElement;
  readonly #none = element("p", {class: "soft", role: "status"});
  /** The selects of grains, by the names of their fields. */
  readonly #grains = new Map<string, {field: Field; select: HTMLSelectElement}>();
  readonly #extras = new Map<string, Extra>();

  /** `grainFor` chooses the grain that suits a time's range of values; it runs a query. */
  constructor(
    private readonly model: Model,
    private readonly picked: Picked,
    private readonly changed: () => void,
    private readonly grainFor: (field: Field) => Promise<string>,
  ) {
    this.#measures = this.#group("Measures", model.measures, picked.measures);
    this.root = element(
      "div",
      {class: "picker"},
      this.#search,
      this.#none,
      this.#measures,
      this.#group("Dimensions", model.dimensions, picked.dimensions),
    );
    this.#search.addEventListener("input", () => this.#narrow());
  }

  /** Shows or hides the measures. */
  set hasMeasures(isShown: boolean) {
    this.#measures.hidden = !isShown;
  }

  /** Shows the fault of each picked field beside it, and removes earlier ones. */
  showFaults(faults: ReadonlyMap<string, string>): void {
    for (const [name, extra] of this.#extras) extra.showFaults(faults.get(name) ?? "");
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
      const counts = new Map<string, number>();
      for (const one of own.map(titleIn)) counts.set(one, (counts.get(one) ?? 0) + 1);
      // The name is shown only where several fields have the same title.
      const rows = own.map(field => this.#row(field, picked, (counts.get(titleIn(field)) ?? 0) > 1));
      const id = `${title.toLowerCase()}-${i}`;
      const name = element("p", {class: "role", id}, element("bdi", {}, roleName(role)));
      // The model's own fields need no heading.
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

  #row(field: Field, picked: string[], isNamed: boolean): HTMLElement {
    const {name, label, description = "", synonyms = [], grains = []} = field;
    const before = picked.find(one => one === name || grains.some(grain => one === `${name}.${grain}`));
    const box = element("input", {type: "checkbox"});
    box.checked = before !== undefined;
    const labelElement = element("span", {}, element("bdi", {}, titleIn(field)));
    // Screen readers always get the name, because they list the fields without the headings.
    const beside =
      label || name.includes(".") ? element("span", {class: isNamed ? "soft" : "unseen"}, name) : "";
    const row = element(
      "div",
      {class: "field"},
      element(
        "label",
        {title: description === "" ? name : `${description} (${name})`},
        box,
        labelElement,
        beside,
      ),
    );
    const grain = grains.length > 0 ? grainOf(field, before) : undefined;
    if (grain) {
      row.append(grain);
      this.#grains.set(name, {field, select: grain});
    }
    const show = () => {
      if (grain) grain.hidden = !box.checked;
      this.#showExtra(field, row, box.checked, picked === this.picked.measures);
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
        // The person may have chosen a grain meanwhile.
        if (!isGrainChosen) grain.value = suited;
        isGrainChosen = true;
      }
      pick();
    });
    grain?.addEventListener("change", () => {
      isGrainChosen = true;
      pick();
    });
    const text = [name, label ?? "", description, ...synonyms].join(" ").toLowerCase();
    this.#rows.push({text, row});
    return row;
  }

  /** Gives a picked time a finer grain where the present one would give a single point for a span of one `unit`. */
  refine(time: string, unit: string): void {
    const of = this.#grains.get(time);
    if (!of || of.select.value === "") return;
    const grain = grainWithin(unit, of.select.value, of.field);
    if (grain === of.select.value) return;
    of.select.value = grain;
    of.select.dispatchEvent(new Event("change"));
  }

  /**
   * Shows or hides the further control, which is created when its field is first picked: a model may have hundreds of
   * fields.
   */
  #showExtra(field: Field, row: HTMLElement, isPicked: boolean, isMeasure: boolean): void {
    const {name, type} = field;
    let extra = this.#extras.get(name);
    if (!extra && isPicked && (isMeasure || type === "number")) {
      const id = `extra-${this.#extras.size}`;
      const {bins, groups} = this.picked;
      extra = isMeasure
        ? new GroupsControl(id, this.model, field, groups, this.changed)
        : new BinControl(id, name, bins, this.changed);
      this.#extras.set(name, extra);
      row.append(extra.root);
    }
    if (extra) extra.root.hidden = !isPicked;
  }
}

function titleIn({label, name}: Field): string {
  return label ?? titleFromName(name);
}

/** The select of a time's grain; its last option is the exact time. */
function grainOf({name, grains = []}: Field, before: string | undefined): HTMLSelectElement {
  const given = before?.slice(name.length + 1) ?? grains[0] ?? "";
  const options = [...grains, ""].map(grain => {
    const option = element("option", {value: grain}, grain === "" ? "exact" : grain.replaceAll("_", " "));
    option.selected = grain === given;
    return option;
  });
  return element("select", {"aria-label": `Grain of ${name}`}, ...options);
}
