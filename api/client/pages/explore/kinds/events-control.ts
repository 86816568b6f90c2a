import {lowered} from "../../../../../shared/core/one-line.ts";
import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import type {Session} from "../../../service/session.ts";
import {Conditions} from "../conditions.ts";
import type {PlacedFaults} from "../faults.ts";
import type {Model} from "../fields.ts";
import {titleOf} from "../fields.ts";
import {choose, fieldsSelect} from "../fields-select.ts";
import type {Models} from "../models.ts";
import type {EventsPart} from "../question.ts";
import type {EventsChoice} from "./kinds.ts";

interface Options {
  id: string;
  /** The name of the events for screen readers: `Step 2`. */
  title: string;
  /** The text of the option for the question's own model; `undefined` where no other model can be chosen. */
  ownModelText?: string;
  /** Whether the events have conditions of their own. */
  hasConditions: boolean;
}

/** The control for events: their model, conditions, time and entity. */
export class EventsControl {
  readonly root = element("span", {class: "events"});
  readonly #rest = element("span", {class: "events"});
  readonly #fault: Fault;
  #conditions: Conditions | undefined;
  /** Resolves when the fields of the model are loaded. */
  ready: Promise<void> = Promise.resolve();

  constructor(
    private readonly session: Session,
    private readonly models: Models,
    private readonly choice: EventsChoice,
    private readonly options: Options,
    private readonly changed: () => void,
  ) {
    this.#fault = new Fault(`${options.id}-events-fault`, []);
    if (options.ownModelText !== undefined) this.ready = this.#showModels(options.ownModelText);
    this.root.append(this.#rest, this.#fault.root);
    const rest = this.#showRest();
    this.ready = Promise.all([this.ready, rest]).then(() => undefined);
  }

  get part(): EventsPart {
    const {model, entity, time} = this.choice;
    const filters = this.#conditions?.filters ?? [];
    return {
      ...(model && {model}),
      ...(entity && {entity}),
      ...(time && {time}),
      ...(filters.length > 0 ? {filters} : {}),
    };
  }

  showFaults(faults: PlacedFaults, place: string): void {
    this.#conditions?.showFaults(faults.under(`${place}/filters`));
    const other = ["model", "entity", "time"].map(name => faults.under(`${place}/${name}`));
    this.#fault.show([faults.at(place), ...other].filter(Boolean).join(" "));
  }

  async #showModels(ownModelText: string): Promise<void> {
    const select = element("select", {"aria-label": `Model of ${lowered(this.options.title)}`});
    const own = this.models.own;
    select.append(element("option", {value: ""}, ownModelText));
    this.root.append(select);
    select.addEventListener("change", async () => {
      const {choice} = this;
      choice.model = select.value;
      choice.entity = "";
      choice.time = "";
      choice.where = {};
      await this.#showRest();
      this.changed();
    });
    const all = await this.models.list();
    for (const {name, label} of all)
      if (name !== own.name) select.append(element("option", {value: name}, label ?? name));
    choose(select, this.choice.model);
  }

  async #showRest(): Promise<void> {
    const {choice, options, models} = this;
    const name = choice.model || models.own.name;
    let model: Model;
    try {
      model = await models.describe(name);
    } catch (error) {
      this.#fault.show(error instanceof Error ? error.message : String(error));
      return;
    }
    if (name !== (choice.model || models.own.name)) return;
    this.#conditions = options.hasConditions
      ? new Conditions(options.id, this.session, models.projectId, model, choice.where, this.changed)
      : undefined;
    this.#rest.replaceChildren(
      ...(this.#conditions ? ["whose", this.#conditions.root] : []),
      ...this.#timeSelect(model),
      ...this.#entitySelect(model),
    );
  }

  /** A select of the time, unless the model has only one time of its own, which is the service's default. */
  #timeSelect(model: Model): (Node | string)[] {
    const {choice, options} = this;
    const all = model.dimensions.filter(({type}) => type === "date" || type === "timestamp");
    const own = all.filter(({name}) => name.startsWith(`${model.name}.`));
    const times = own.length > 0 ? own : all;
    if (own.length === 1 || times.length === 0) return [];
    choice.time ||= times[0]?.name ?? "";
    const select = element(
      "select",
      {"aria-label": `Time of ${lowered(options.title)}`},
      ...times.map(({name}) => element("option", {value: name}, titleOf(model, name))),
    );
    choose(select, choice.time);
    select.addEventListener("change", () => {
      choice.time = select.value;
      this.changed();
    });
    return ["at", select];
  }

  /** A select of the entity's field in another model, where the field may have another name. */
  #entitySelect(model: Model): (Node | string)[] {
    const {choice, options} = this;
    if (choice.model === "") return [];
    const select = fieldsSelect(`Who in ${lowered(options.title)}`, "the same field", model, {
      dimensions: true,
    });
    choose(select, choice.entity);
    select.addEventListener("change", () => {
      choice.entity = select.value;
      this.changed();
    });
    return ["by", select];
  }
}
