import {element} from "../../document/dom.ts";
import {Fault} from "../../filters/control.ts";
import type {Filter} from "../../service/api.ts";
import type {Session} from "../../service/session.ts";
import {Conditions} from "./conditions.ts";
import {roleName, titleOfModel} from "./fields.ts";
import {choose, fieldsSelect} from "./fields-select.ts";
import {perSelect} from "./figures/groups.ts";
import {OPERATORS, type RowFilter} from "./kinds/kinds.ts";
import type {Models} from "./models.ts";

/** A filter on the page, with its loaded conditions. */
interface Shown {
  choice: RowFilter;
  conditions: Conditions | undefined;
  fault: Fault;
  ready: Promise<void>;
}

const ADDED = {
  some: "With rows of another model",
  none: "Without rows of another model",
  per: "By a figure of its group",
} as const;
type Added = keyof typeof ADDED;

/** Filters by whether related rows exist, and by figures of groups, as sentences. */
export class RowFilters {
  readonly root = element("div", {class: "row-filters"});
  readonly #list = element("div", {});
  readonly #add: HTMLSelectElement;
  #shown: Shown[] = [];
  #made = 0;

  constructor(
    private readonly session: Session,
    private readonly models: Models,
    private readonly choices: RowFilter[],
    private readonly changed: () => void,
  ) {
    const offered = Object.entries(ADDED).filter(([is]) => is === "per" || this.#roles.length > 0);
    this.#add = element(
      "select",
      {"aria-label": "Add a condition on groups"},
      element("option", {value: ""}, "Add a condition on groups"),
      ...offered.map(([is, text]) => element("option", {value: is}, text)),
    );
    this.#add.addEventListener("change", () => {
      const is = this.#add.value;
      this.#add.value = "";
      if (!isAdded(is)) return;
      const made: RowFilter =
        is === "per"
          ? {is, per: "", field: "", op: ">=", value: undefined, where: {}}
          : {is, of: this.#roles[0] ?? "", where: {}};
      this.choices.push(made);
      this.#draw();
      this.#list.querySelector<HTMLElement>(".row-filter:last-child select")?.focus();
      this.changed();
    });
    this.root.append(this.#list, this.#add);
    this.#draw();
  }

  async ready(): Promise<void> {
    await Promise.all(this.#shown.map(({ready}) => ready));
  }

  /** The filters that are filled in. */
  get filled(): Filter[] {
    return this.#filled.map(([, filter]) => filter);
  }

  get #filled(): [Shown, Filter][] {
    return this.#shown.flatMap(shown => {
      const filter = filterOf(shown);
      return filter ? [[shown, filter] satisfies [Shown, Filter]] : [];
    });
  }

  /** Shows the faults by the index of the filter among those that are filled in. */
  showFaults(faults: ReadonlyMap<number, string>): void {
    for (const {fault} of this.#shown) fault.show("");
    for (const [i, [{fault}]] of this.#filled.entries()) fault.show(faults.get(i) ?? "");
  }

  /** The roles that only one join has. */
  get #roles(): string[] {
    const roles = (this.models.own.joins ?? []).map(({role}) => role);
    return roles.filter(role => roles.indexOf(role) === roles.lastIndexOf(role));
  }

  #draw(): void {
    this.#shown = [];
    this.#list.replaceChildren(...this.choices.map(choice => this.#row(choice)));
  }

  #row(choice: RowFilter): HTMLElement {
    const id = `row-filter-${this.#made++}`;
    const where = element("span", {class: "where"});
    const shown: Shown = {
      choice,
      conditions: undefined,
      fault: new Fault(`${id}-fault`, []),
      ready: Promise.resolve(),
    };
    this.#shown.push(shown);
    const load = () => {
      shown.ready = this.#showConditions(id, shown, where);
    };
    const words = choice.is === "per" ? this.#perWords(choice) : this.#rowsWords(choice, load);
    load();
    const remove = element("button", {type: "button", "aria-label": "Remove this condition"}, "×");
    remove.addEventListener("click", () => {
      this.choices.splice(this.choices.indexOf(choice), 1);
      this.#draw();
      this.#add.focus();
      this.changed();
    });
    const title = ADDED[choice.is];
    return element(
      "div",
      {class: "row-filter sentence", role: "group", "aria-label": title},
      ...words,
      where,
      remove,
      shown.fault.root,
    );
  }

  #rowsWords(choice: Extract<RowFilter, {is: "some" | "none"}>, load: () => void): (Node | string)[] {
    const is = element(
      "select",
      {"aria-label": "With or without"},
      element("option", {value: "some"}, "with"),
      element("option", {value: "none"}, "without"),
    );
    is.value = choice.is;
    is.addEventListener("change", () => {
      choice.is = is.value === "none" ? "none" : "some";
      this.changed();
    });
    const of = element(
      "select",
      {"aria-label": "Rows of"},
      ...this.#roles.map(role => element("option", {value: role}, roleName(role))),
    );
    choose(of, choice.of);
    of.addEventListener("change", () => {
      choice.of = of.value;
      choice.where = {};
      load();
      this.changed();
    });
    return ["Only", element("bdi", {}, titleOfModel(this.models.own)), is, of, "whose"];
  }

  #perWords(choice: Extract<RowFilter, {is: "per"}>): (Node | string)[] {
    const per = perSelect("Group", this.models.own);
    const field = fieldsSelect("Figure of the group", "choose a measure", this.models.own, {measures: true});
    const op = element(
      "select",
      {"aria-label": "Comparison"},
      ...OPERATORS.map(([value, text]) => element("option", {value}, text)),
    );
    const value = element("input", {type: "number", step: "any", "aria-label": "Number"});
    choose(per, choice.per);
    choose(field, choice.field);
    op.value = choice.op;
    value.value = choice.value === undefined ? "" : String(choice.value);
    const take = () => {
      choice.per = per.value;
      choice.field = field.value;
      choice.op = OPERATORS.find(([one]) => one === op.value)?.[0] ?? ">=";
      choice.value = value.value === "" ? undefined : Number(value.value);
      this.changed();
    };
    for (const one of [per, field, op, value]) one.addEventListener("change", take);
    return ["Only where each", per, "has", field, op, value, "over rows whose"];
  }

  async #showConditions(id: string, shown: Shown, place: HTMLElement): Promise<void> {
    const {choice} = shown;
    const {models} = this;
    const of = choice.is === "per" ? undefined : choice.of;
    const join = models.own.joins?.find(({role}) => role === of);
    try {
      const model = await models.describe(join?.model ?? models.own.name);
      if (choice.is !== "per" && choice.of !== of) return;
      const {session, changed} = this;
      shown.conditions = new Conditions(id, session, models.projectId, model, choice.where, changed);
      place.replaceChildren(shown.conditions.root);
    } catch (error) {
      shown.fault.show(error instanceof Error ? error.message : String(error));
    }
  }
}

function filterOf({choice, conditions}: Shown): Filter | undefined {
  const own = conditions?.filters ?? [];
  const filters = own.length > 0 ? {filters: own} : {};
  if (choice.is !== "per") {
    if (choice.of === "") return undefined;
    return choice.is === "some" ? {some: choice.of, ...filters} : {none: choice.of, ...filters};
  }
  const {per, field, op, value} = choice;
  if (per === "" || field === "" || value === undefined) return undefined;
  return {per: [per], field, op, value, ...filters};
}

function isAdded(text: string): text is Added {
  return Object.hasOwn(ADDED, text);
}
