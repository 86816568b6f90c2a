import {lowered} from "../../../../../shared/core/one-line.ts";
import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import {hasOffset, isWithin} from "../compile-question.ts";
import {type Model, titleOf} from "../fields.ts";
import {AGGREGATES, CALCULATIONS, type Computed, FROM_GREATEST, isCalculation} from "../parts.ts";
import type {Question} from "../question.ts";

/** The controls for calculations over the groups: a row for each, and a select that adds one. */
export class Calculations {
  readonly root = element("div", {class: "calculations"});
  /** The select that adds a calculation. */
  readonly adding: HTMLElement;
  readonly #add: HTMLSelectElement;
  #faults: Fault[] = [];
  readonly #allFault = new Fault("calculations-fault", []);
  /** The state that the rows were drawn for, as JSON. */
  #drawn = "";

  constructor(
    private readonly model: Model,
    private readonly question: Question,
    private readonly changed: () => void,
  ) {
    const types = Object.entries(CALCULATIONS).map(([value, text]) => element("option", {value}, text));
    this.#add = element(
      "select",
      {"aria-label": "Add a calculation"},
      element("option", {value: ""}, "Add a calculation"),
      ...types,
    );
    this.#add.addEventListener("change", () => this.#addOne(this.#add.value));
    this.adding = element("p", {class: "box"}, this.#add);
  }

  /** Redraws the rows if the picked fields or calculations have changed, so that the focus otherwise stays. */
  refresh(): void {
    const {dimensions, measures, calculations, groups} = this.question;
    this.root.hidden = measures.length === 0 || calculations.length === 0;
    this.adding.hidden = measures.length === 0 || (dimensions.length === 0 && calculations.length === 0);
    const made = JSON.stringify([dimensions, measures, [...groups], calculations]);
    if (made === this.#drawn) return;
    this.#drawn = made;
    this.#draw();
  }

  /** Shows the fault of each calculation, by its index, and the fault of all calculations together. */
  showFaults(faults: ReadonlyMap<number, string>, all: string): void {
    this.#allFault.show(all);
    for (const [i, fault] of this.#faults.entries()) fault.show(faults.get(i) ?? "");
  }

  #addOne(type: string): void {
    this.#add.value = "";
    if (!isCalculation(type)) return;
    this.question.calculations.push({type, of: this.question.measures[0] ?? "", by: "", count: undefined});
    this.refresh();
    this.root.querySelector<HTMLElement>(".calculation:last-of-type select")?.focus();
    this.changed();
  }

  #remove(at: number): void {
    const {calculations} = this.question;
    const [removed] = calculations.splice(at, 1);
    // A calculation over the removed calculation takes the input of the removed one instead.
    for (const one of calculations) one.of = inputAfterRemoval(one.of, at, removed?.of ?? "");
    this.refresh();
    this.#add.focus();
    this.changed();
  }

  #draw(): void {
    const focused = [...this.root.querySelectorAll("select, input")].indexOf(
      document.activeElement ?? this.root,
    );
    this.#faults = [];
    const rows = this.question.calculations.map((one, at) => this.#row(one, at));
    this.root.replaceChildren(...rows, this.#allFault.root);
    if (focused >= 0) this.root.querySelectorAll<HTMLElement>("select, input")[focused]?.focus();
  }

  #row(one: Computed, at: number): HTMLElement {
    const name = CALCULATIONS[one.type];
    const title = element("span", {id: `calculation-${at}`}, `${name} of`);
    const of = this.#select(`${name} of`, this.#sources(at), one.of, value => {
      one.of = value;
    });
    const by = this.#bySelect(one, name);
    const count = this.#countInput(one, name);
    const remove = element("button", {type: "button", "aria-label": `Remove ${name} ${at + 1}`}, "×");
    remove.addEventListener("click", () => this.#remove(at));
    const fault = new Fault(`calculation-fault-${at}`, [of, ...by, ...count]);
    this.#faults.push(fault);
    return element(
      "div",
      {class: "calculation", role: "group", "aria-labelledby": title.id},
      title,
      of,
      ...by,
      ...count,
      remove,
      fault.root,
    );
  }

  /** Possible inputs of a calculation: measures, their aggregates over groups, and earlier calculations. */
  #sources(at: number): [string, string][] {
    const {measures, groups, calculations} = this.question;
    const title = (name: string) => titleOf(this.model, name);
    const ofMeasures = measures.flatMap(name => {
      const own = groups.get(name);
      const plain: [string, string] = [name, title(name)];
      if (!own) return [plain];
      const nested: [string, string] = [
        `per ${name}`,
        `${AGGREGATES[own.agg]} of ${title(name)} per ${title(own.per)}`,
      ];
      return own.beside ? [plain, nested] : [nested];
    });
    const before = calculations
      .slice(0, at)
      .map(({type}, i): [string, string] => [`#${i}`, `${CALCULATIONS[type]} (calculation ${i + 1})`]);
    return [...ofMeasures, ...before];
  }

  #bySelect(one: Computed, name: string): HTMLSelectElement[] {
    const {dimensions} = this.question;
    const within = isWithin(one.type);
    const values = one.type === "running_total" ? this.#sources(0) : [];
    // A calculation along a dimension has no choice if there is only one dimension.
    if (dimensions.length < (within || values.length > 0 ? 1 : 2)) return [];
    const none: [string, string] = ["", within ? "of everything" : "along the default"];
    const options = dimensions.map((field): [string, string] => [
      field,
      `${within ? "within" : "along"} ${titleOf(this.model, field)}`,
    ]);
    const fromGreatest = values.map(([value, title]): [string, string] => [
      FROM_GREATEST + value,
      `from the greatest ${lowered(title)}`,
    ]);
    const label = within ? `Groups of the ${name.toLowerCase()}` : `Dimension of the ${name.toLowerCase()}`;
    return [
      this.#select(label, [none, ...options, ...fromGreatest], one.by, value => {
        one.by = value;
      }),
    ];
  }

  #countInput(one: Computed, name: string): HTMLInputElement[] {
    const isAverage = one.type === "moving_average";
    if (!isAverage && !hasOffset(one.type)) return [];
    const input = element("input", {
      type: "number",
      min: isAverage ? "2" : "1",
      max: "1000",
      "aria-label": isAverage
        ? `Periods of the ${name.toLowerCase()}`
        : `Periods back of the ${name.toLowerCase()}`,
      title: isAverage ? "Periods" : "Periods back",
    });
    input.value = String(one.count ?? (isAverage ? 3 : 1));
    input.addEventListener("change", () => {
      if (!input.checkValidity() || input.value === "") return;
      one.count = Number(input.value);
      this.changed();
    });
    return [input];
  }

  #select(
    label: string,
    options: readonly [string, string][],
    chosen: string,
    take: (value: string) => void,
  ): HTMLSelectElement {
    const made = options.map(([value, text]) => element("option", {value}, text));
    const select = element("select", {"aria-label": label}, ...made);
    select.value = options.some(([value]) => value === chosen) ? chosen : (options[0]?.[0] ?? "");
    select.addEventListener("change", () => {
      take(select.value);
      this.changed();
    });
    return select;
  }
}

/** The input of a calculation after the calculation at index `at` was removed, whose own input was `instead`. */
function inputAfterRemoval(of: string, at: number, instead: string): string {
  const index = /^#\d+$/.test(of) ? Number(of.slice(1)) : -1;
  if (index === at) return instead;
  return index > at ? `#${index - 1}` : of;
}
