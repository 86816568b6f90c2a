import type {Calendar} from "../filters/calendar-spans.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {isFieldVisible, modelInWords, visibleModelNames} from "../layer/visibility.ts";
import type {EventsOf} from "../query/journeys.ts";
import {resolveDimension} from "./columns.ts";
import type {Faults} from "./faults.ts";
import {firstPointer, resolveFilters} from "./filters.ts";
import type {
  FunnelShape,
  ResolvedDimension,
  ResolvedFilter,
  ResolvedJourney,
  ResolvedQuery,
  RetentionShape,
} from "./resolved.ts";

/** The query that contains a funnel or a retention. */
export interface Around {
  calendar: Calendar;
  dimensions: readonly ResolvedDimension[];
  /** The query's own conditions, on the rows of the first step. */
  where: readonly ResolvedFilter[];
  having: readonly ResolvedFilter[];
  always: ResolvedFilter[];
}

/** Refuses a field on a many side: a row with several values would be several events. */
export function refuseMany(reference: FieldReference, name: string, pointer: string): void {
  if (!reference.paths.some(path => path.some(edge => edge.toMany))) return;
  throw fieldError("invalid_request", pointer, {
    message: `"${name}" is on a many side, of which an event has several rows. Name a field of the event's own row, or over many-to-one joins.`,
  });
}

/** Refuses filters on measures: events are rows, not groups. */
export function refuseMeasures(having: readonly ResolvedFilter[], pointer: string): void {
  const [first] = having;
  if (first === undefined) return;
  throw fieldError("invalid_filter", firstPointer(first) || pointer, {
    message: `These filters pick events, and a measure is of groups. For the groups in which it passes write {"per": […], "field": …}.`,
  });
}

function atGrain(time: ResolvedDimension, grain: RetentionShape["grain"]): ResolvedDimension {
  return {...time, name: `${time.name}.${grain}`, reference: {...time.reference, grain}, grain, type: "date"};
}

function timesOf(model: LayerModel): string[] {
  return [...model.fields.values()]
    .filter(field => field.kind === "dimension" && (field.type === "date" || field.type === "timestamp"))
    .filter(isFieldVisible)
    .map(({name}) => `${model.name}.${name}`);
}

/** The time of a model that has only one. */
export function onlyTime(model: LayerModel, pointer: string): string {
  const times = timesOf(model);
  const [only, ...others] = times;
  if (only !== undefined && others.length === 0) return only;
  const which = only === undefined ? "has no date or time of its own" : "has several dates and times";
  throw fieldError("invalid_request", pointer, {
    message: `${capital(modelInWords(model))} ${which}: say with "time" when its events are.`,
    ...(only === undefined ? {} : {allowed: times, suggestions: times.slice(0, 3)}),
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Reads the steps of one funnel or retention. */
export class StepReader {
  constructor(
    readonly layer: Layer,
    readonly base: LayerModel,
    /** The entity that all steps share unless they name another, and where the query names it. */
    private readonly entity: {name: string; pointer: string},
    private readonly around: Around,
    readonly faults: Faults,
  ) {}

  /** The rows of a step. The first step has the query's model, conditions and dimensions. */
  read(
    step: EventsOf,
    pointer: string,
    isFirst: boolean,
    grain?: RetentionShape["grain"],
  ): ResolvedQuery | undefined {
    const {faults, around} = this;
    const model = faults.attempt(() => this.#model(step, pointer, isFirst));
    if (model === undefined) return undefined;
    const entity = faults.attempt(() => this.#entity(step, model, pointer));
    const time = faults.attempt(() => this.#time(step, model, pointer));
    const filters = faults.attempt(() =>
      resolveFilters(this.layer, model, step.filters ?? [], around.calendar, {
        at: `${pointer}/filters`,
        faults,
      }),
    );
    faults.attempt(() => refuseMeasures(filters?.having ?? [], `${pointer}/filters`));
    if (entity === undefined || time === undefined) return undefined;
    const period = grain === undefined ? [] : [atGrain(time, grain)];
    return {
      base: model,
      dimensions: [entity, time, ...period, ...(isFirst ? around.dimensions : [])],
      measures: [],
      where: [...(isFirst ? around.where : []), ...(filters?.where ?? [])],
      always: around.always,
      having: [],
      top: undefined,
      calculations: [],
      calculated: [],
      order: [],
      limit: undefined,
      calendar: around.calendar,
      totals: false,
      subtotals: false,
      fillGaps: false,
    };
  }

  made(
    read: readonly (ResolvedQuery | undefined)[],
    shape: FunnelShape | RetentionShape,
  ): ResolvedJourney | undefined {
    const steps = read.flatMap(step => step ?? []);
    if (steps.length < read.length) return undefined;
    const [first, ...others] = steps.map(({dimensions}) => dimensions[0]?.type);
    const differs = others.findIndex(type => type !== first);
    if (differs >= 0) {
      this.faults.attempt(() => {
        throw fieldError("invalid_request", `/${shape.kind}/entity`, {
          message: `The entity is of type ${first} in the first step and of type ${others[differs]} in another: name fields of one type.`,
        });
      });
    }
    return {steps, width: this.around.dimensions.length, shape};
  }

  #model({model: name}: EventsOf, pointer: string, isFirst: boolean): LayerModel {
    if (name === undefined || name === this.base.name) return this.base;
    if (isFirst) {
      throw fieldError("invalid_request", `${pointer}/model`, {
        message: `The first step belongs to the query's model, "${this.base.name}". Query "${name}", or name it in a later step.`,
      });
    }
    const model = this.layer.models.get(name);
    if (model !== undefined) return model;
    const suggestions = nearest(name, visibleModelNames(this.layer));
    throw fieldError("unknown_model", `${pointer}/model`, {
      message: `There is no model "${name}".${didYouMean(suggestions)}`,
      suggestions,
    });
  }

  #entity(step: EventsOf, model: LayerModel, pointer: string): ResolvedDimension {
    const at = step.entity === undefined ? this.entity.pointer : `${pointer}/entity`;
    const entity = resolveDimension(this.layer, model, step.entity ?? this.entity.name, at);
    if (entity.type === "json" || entity.grain !== undefined) {
      throw fieldError("invalid_request", at, {
        message: `"${entity.name}" is ${entity.grain === undefined ? "a document" : "a period"}: an entity is identified by a text or a number, such as a key.`,
      });
    }
    refuseMany(entity.reference, entity.name, at);
    return entity;
  }

  #time({time}: EventsOf, model: LayerModel, pointer: string): ResolvedDimension {
    const at = `${pointer}/time`;
    const found = resolveDimension(this.layer, model, time ?? onlyTime(model, at), at);
    if ((found.type !== "date" && found.type !== "timestamp") || found.grain !== undefined) {
      throw fieldError("invalid_request", at, {
        message: `"${found.name}" is ${found.grain === undefined ? `of type ${found.type}` : "a period"}: name a date or timestamp, without a grain.`,
        allowed: timesOf(model),
      });
    }
    refuseMany(found.reference, found.name, at);
    return found;
  }
}
