import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import type {Session} from "../../../service/session.ts";
import type {PlacedFaults} from "../faults.ts";
import {titleOf} from "../fields.ts";
import {choose, fieldsSelect} from "../fields-select.ts";
import type {Models} from "../models.ts";
import type {Query} from "../question.ts";
import {EventsControl} from "./events-control.ts";
import {GRAINS, type RetentionChoice} from "./kinds.ts";

/** The controls of a retention, in words: whose first events count, by which period, and what a return is. */
export class RetentionControl {
  readonly root = element("div", {class: "kind", role: "group", "aria-label": "Retention"});
  readonly #fault: Fault;
  readonly #returns: EventsControl;
  readonly #measure = element("select", {"aria-label": "Measure of the returns"});

  constructor(
    session: Session,
    private readonly models: Models,
    private readonly retention: RetentionChoice,
    changed: () => void,
  ) {
    const {own} = models;
    const entity = fieldsSelect("Who returns", "choose who", own, {dimensions: true});
    choose(entity, retention.entity);
    const grain = element(
      "select",
      {"aria-label": "Period"},
      ...GRAINS.map(one => element("option", {value: one}, one)),
    );
    grain.value = retention.grain;
    const periods = element("input", {
      type: "number",
      min: "1",
      max: "100",
      "aria-label": "How many periods",
    });
    periods.value = String(retention.periods);
    const times = own.dimensions.filter(
      ({name, type}) => name.startsWith(`${own.name}.`) && (type === "date" || type === "timestamp"),
    );
    const time = element(
      "select",
      {"aria-label": "Time of the first event"},
      ...times.map(({name}) => element("option", {value: name}, titleOf(own, name))),
    );
    if (times.length > 1) retention.time ||= times[0]?.name ?? "";
    choose(time, retention.time);
    const take = () => {
      retention.entity = entity.value;
      retention.grain = GRAINS.find(one => one === grain.value) ?? "month";
      if (periods.checkValidity() && periods.value !== "") retention.periods = Number(periods.value);
      retention.time = times.length > 1 ? time.value : "";
      changed();
    };
    for (const one of [entity, grain, periods, time]) one.addEventListener("change", take);
    this.#fault = new Fault("retention-fault", [entity, grain, periods]);
    const title = "What a return is";
    this.#returns = new EventsControl(
      session,
      models,
      retention.returns,
      {id: "returns", title, ownModelText: own.label ?? own.name, hasConditions: true},
      () => void this.#showMeasures().then(changed),
    );
    this.#measure.addEventListener("change", () => {
      retention.measure = this.#measure.value;
      changed();
    });
    this.root.append(
      element(
        "p",
        {class: "sentence"},
        "Of each",
        entity,
        "by the",
        grain,
        "of the first",
        element("bdi", {}, own.label ?? own.name),
        ...(times.length > 1 ? ["at", time] : []),
        "that pass the filters below: who returns in the",
        periods,
        "periods after it?",
      ),
      this.#fault.root,
      element(
        "div",
        {class: "sentence", role: "group", "aria-label": title},
        "A return is",
        this.#returns.root,
      ),
      element("p", {class: "sentence"}, "Show", this.#measure),
    );
    this.#measuresReady = this.#showMeasures();
  }

  #measuresReady: Promise<void>;

  async ready(): Promise<void> {
    await Promise.all([this.#returns.ready, this.#measuresReady]);
  }

  /** The part of the query; `undefined` until the entity is chosen. */
  get part(): Query["retention"] {
    const {entity, grain, periods, time, measure} = this.retention;
    if (entity === "") return undefined;
    const returns = this.#returns.part;
    return {
      entity,
      grain,
      periods,
      ...(time && {time}),
      ...(Object.keys(returns).length > 0 ? {returns} : {}),
      ...(measure && {measures: [measure]}),
    };
  }

  showFaults(faults: PlacedFaults): void {
    const place = "/query/retention";
    const own = ["entity", "grain", "periods", "time", "measures"].map(name =>
      faults.under(`${place}/${name}`),
    );
    this.#fault.show([faults.at(place), ...own].filter(Boolean).join(" "));
    this.#returns.showFaults(faults, `${place}/returns`);
  }

  /** Offers the measures of the model whose rows are the returns. */
  async #showMeasures(): Promise<void> {
    const {retention, models} = this;
    const name = retention.returns.model || models.own.name;
    const model = await models.describe(name).catch(() => undefined);
    const measures = (model?.measures ?? []).filter(one => one.name.startsWith(`${name}.`));
    if (model && !measures.some(one => one.name === retention.measure)) retention.measure = "";
    this.#measure.replaceChildren(
      element("option", {value: ""}, "the share that returns"),
      ...measures.map(one => element("option", {value: one.name}, titleOf(model ?? models.own, one.name))),
    );
    this.#measure.value = retention.measure;
  }
}
