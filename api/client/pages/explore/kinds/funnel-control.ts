import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import type {Session} from "../../../service/session.ts";
import type {PlacedFaults} from "../faults.ts";
import {choose, fieldsSelect} from "../fields-select.ts";
import type {Models} from "../models.ts";
import type {Query} from "../question.ts";
import {EventsControl} from "./events-control.ts";
import {type FunnelChoice, MAX_STEPS, noEvents, type Step, WITHIN_UNITS} from "./kinds.ts";

/** The controls of a funnel, in words: who, the steps in their order, and how long it may take. */
export class FunnelControl {
  readonly root = element("div", {class: "kind", role: "group", "aria-label": "Funnel"});
  readonly #entity: HTMLSelectElement;
  readonly #entityFault: Fault;
  readonly #within: HTMLElement;
  readonly #list = element("ol", {class: "steps"});
  readonly #add = element("button", {type: "button"}, "Add a step");
  #steps: {events: EventsControl; fault: Fault}[] = [];

  constructor(
    private readonly session: Session,
    private readonly models: Models,
    private readonly funnel: FunnelChoice,
    private readonly changed: () => void,
  ) {
    this.#entity = fieldsSelect("Who goes through the steps", "choose who", models.own, {dimensions: true});
    choose(this.#entity, funnel.entity);
    this.#entityFault = new Fault("funnel-entity-fault", [this.#entity]);
    this.#entity.addEventListener("change", () => {
      funnel.entity = this.#entity.value;
      this.changed();
    });
    this.#add.addEventListener("click", () => {
      funnel.steps.push({name: "", ...noEvents()});
      this.#draw();
      this.#list.querySelector<HTMLElement>("li:last-child select")?.focus();
      this.changed();
    });
    this.#within = this.#withinControl();
    const timing = element("input", {type: "checkbox"});
    timing.checked = funnel.timing;
    timing.addEventListener("change", () => {
      funnel.timing = timing.checked;
      this.changed();
    });
    this.root.append(
      element(
        "p",
        {class: "sentence"},
        "How many of each",
        this.#entity,
        "get to these steps, in this order?",
      ),
      this.#entityFault.root,
      this.#list,
      element("p", {class: "sentence"}, this.#add, this.#within),
      element("label", {class: "sentence"}, timing, "Say how long each step takes"),
    );
    this.#draw();
  }

  /** Resolves when the fields of all steps are loaded. */
  async ready(): Promise<void> {
    await Promise.all(this.#steps.map(({events}) => events.ready));
  }

  /** The part of the query; `undefined` until the entity is chosen. */
  get part(): Query["funnel"] {
    const {entity, within, timing, steps} = this.funnel;
    if (entity === "") return undefined;
    const names = new Set<string>();
    return {
      entity,
      steps: this.#steps.map(({events}, i) => {
        const given = steps[i]?.name.trim() || undefined;
        const name = given ?? this.#defaultName(i, names);
        names.add(name);
        return {name, ...events.part};
      }),
      ...(within ? {within} : {}),
      ...(timing ? {timing: true} : {}),
    };
  }

  showFaults(faults: PlacedFaults): void {
    const entity = faults.under("/query/funnel/entity");
    const within = faults.under("/query/funnel/within");
    this.#entityFault.show([faults.at("/query/funnel"), entity, within].filter(Boolean).join(" "));
    for (const [i, {events, fault}] of this.#steps.entries()) {
      const place = `/query/funnel/steps/${i}`;
      fault.show(faults.under(`${place}/name`));
      events.showFaults(faults, place);
    }
  }

  /** The model's name, with a number if an earlier step has that name. */
  #defaultName(at: number, names: ReadonlySet<string>): string {
    const base = this.funnel.steps[at]?.model || this.models.own.name;
    let name = base;
    for (let i = 2; names.has(name); i++) name = `${base} ${i}`;
    return name;
  }

  #draw(): void {
    this.#steps = [];
    const rows = this.funnel.steps.map((step, i) => this.#row(step, i));
    this.#list.replaceChildren(...rows);
    this.#add.hidden = rows.length >= MAX_STEPS;
  }

  #row(step: Step, at: number): HTMLElement {
    const title = `Step ${at + 1}`;
    const own = this.models.own.label ?? this.models.own.name;
    const name = element("input", {"aria-label": `Name of step ${at + 1}`, maxlength: "100", size: "14"});
    name.placeholder = "Name";
    name.value = step.name;
    name.addEventListener("change", () => {
      step.name = name.value;
      this.changed();
    });
    const fault = new Fault(`step-${at}-name-fault`, [name]);
    const options =
      at === 0
        ? {id: `step-${at}`, title, hasConditions: false}
        : {id: `step-${at}`, title, hasConditions: true, ownModelText: own};
    const events = new EventsControl(this.session, this.models, step, options, this.changed);
    this.#steps.push({events, fault});
    const remove = element("button", {type: "button", "aria-label": `Remove step ${at + 1}`}, "×");
    remove.addEventListener("click", () => {
      this.funnel.steps.splice(at, 1);
      this.#draw();
      this.#add.focus();
      this.changed();
    });
    const first = at === 0 ? [element("bdi", {}, own), "that pass the filters below"] : [];
    const canRemove = at > 0 && this.funnel.steps.length > 2;
    return element(
      "li",
      {},
      element(
        "div",
        {class: "sentence", role: "group", "aria-label": title},
        name,
        ...first,
        events.root,
        ...(canRemove ? [remove] : []),
        fault.root,
      ),
    );
  }

  #withinControl(): HTMLElement {
    const {funnel} = this;
    const box = element("input", {type: "checkbox"});
    box.checked = funnel.within !== undefined;
    const count = element("input", {
      type: "number",
      min: "1",
      max: "10000",
      "aria-label": "How long at most",
    });
    const unit = element(
      "select",
      {"aria-label": "Unit of the time"},
      ...WITHIN_UNITS.map(one => element("option", {value: one}, `${one}s`)),
    );
    count.value = String(funnel.within?.count ?? 7);
    unit.value = funnel.within?.unit ?? "day";
    const further = element("span", {class: "sentence"}, count, unit, "of the first");
    further.hidden = !box.checked;
    const take = () => {
      further.hidden = !box.checked;
      const chosen = WITHIN_UNITS.find(one => one === unit.value);
      if (!count.checkValidity() || count.value === "" || !chosen) return;
      funnel.within = box.checked ? {unit: chosen, count: Number(count.value)} : undefined;
      this.changed();
    };
    for (const one of [box, count, unit]) one.addEventListener("change", take);
    return element("span", {class: "sentence"}, element("label", {}, box, "within"), further);
  }
}
