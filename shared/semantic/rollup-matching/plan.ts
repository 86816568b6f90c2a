import {isSameField} from "../dataset/fields.ts";
import type {DialectName} from "../dialects/dialect.ts";
import {sketchVersion} from "../dialects/sketches.ts";
import {CompileError, type ErrorDetail} from "../errors.ts";
import {canonicalTimezone} from "../filters/calendar-spans.ts";
import {grainsOf, type Period, typeAtGrain} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {DimensionField, FieldReference, Layer, LayerModel, MeasureField} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import type {Rollup} from "../layer/rollup.ts";
import {resolveField} from "../resolve/field.ts";
import {accessRules} from "../row-access/rules.ts";
import {type Part, recipeOf} from "./stored-aggregates.ts";

export interface RolledDimension {
  /** The name of the stored column. */
  column: string;
  /** The name in queries, with the grain for the time. */
  queryName: string;
  reference: FieldReference & {field: DimensionField};
  /** The type of the stored values. */
  type: DimensionType;
  /** Set for the time dimension: the grain at which its periods are stored. */
  grain?: Period;
}

export interface RolledPart extends Part {
  column: string;
}

/** The columns of a roll-up: one for each dimension, and one for each part of its measures. */
export interface RollupPlan {
  rollup: Rollup;
  model: LayerModel;
  dimensions: readonly RolledDimension[];
  parts: ReadonlyMap<string, RolledPart>;
  /** The dimension of each rule of row access, in the order of the rules. */
  access: readonly {dimension: RolledDimension; attribute: string}[];
  /** IANA name of the timezone in which the days of the time begin. */
  timezone: string;
  /** The reason why approximate distinct counts are stored as numbers, which cannot be merged, and not as sketches. */
  unsketched?: string;
}

/** A fault that prevents a roll-up from being built. */
export interface PlanFault extends ErrorDetail {
  /** The message as a clause that can follow "because", without the roll-up's name. */
  reason: string;
}

/** The supported keys of models and dimensions; a field with other keys is not stored. */
const MODEL_KEYS = new Set(
  "name label description hint synonyms hidden table primaryKey time dimensions measures rowAccess".split(
    " ",
  ),
);
const DIMENSION_KEYS = new Set(
  "name type column sql label description hint synonyms hidden format".split(" "),
);
const GROUPED = new Set<DimensionType>(["string", "number", "boolean", "date"]);

/**
 * The columns that a roll-up stores, or the faults that prevent it, whose paths begin at the roll-up. Sketches are planned
 * if the warehouse's dialect is given and can make them.
 */
export function planRollup(layer: Layer, rollup: Rollup, dialect?: DialectName): RollupPlan | PlanFault[] {
  const faults: PlanFault[] = [];
  const model = layer.models.get(rollup.model);
  if (model === undefined) {
    const suggestions = nearest(rollup.model, layer.models.keys());
    const reason = `Roll-up "${rollup.name}" is of the model "${rollup.model}", which the layer does not have`;
    return [{path: "/model", message: `${reason}.${didYouMean(suggestions)}`, reason, suggestions}];
  }
  const planner = new Planner(layer, rollup, model, faults);
  planner.knowModel(model, "/model");
  const timezone = planner.timezone();
  const dimensions = planner.dimensions();
  const unsketched = whyUnsketched(rollup, dialect);
  const parts = planner.parts(unsketched === undefined);
  const access = planner.access(dimensions);
  if (faults.length > 0) return faults;
  return {rollup, model, dimensions, parts, access, timezone, ...(unsketched ? {unsketched} : {})};
}

function whyUnsketched({storage}: Rollup, dialect: DialectName | undefined): string | undefined {
  if (typeof storage === "object") return "a table stores no sketches";
  return dialect === undefined || sketchVersion(dialect) === undefined
    ? "its warehouse cannot make sketches"
    : undefined;
}

class Planner {
  constructor(
    readonly layer: Layer,
    readonly rollup: Rollup,
    readonly model: LayerModel,
    readonly faults: PlanFault[],
  ) {}

  knowModel({name, source}: LayerModel, path: string): void {
    const other = Object.keys(source).find(key => !MODEL_KEYS.has(key));
    if (other !== undefined) this.#add(path, `model "${name}" has "${other}", which roll-ups do not support`);
  }

  timezone(): string {
    const given = this.rollup.time?.timezone ?? "UTC";
    const zone = canonicalTimezone(given);
    if (zone === undefined)
      this.#add("/time/timezone", `"${given}" is not an IANA timezone, such as "Europe/Berlin"`);
    return zone ?? "UTC";
  }

  dimensions(): RolledDimension[] {
    const {dimensions: names = [], time} = this.rollup;
    const found: RolledDimension[] = [];
    const add = (name: string, path: string, grain?: Period) => {
      const reference = this.#dimension(name, path);
      if (reference === undefined) return;
      const {type} = reference.field;
      if (grain === undefined ? !GROUPED.has(type) : !grainsOf(type).includes(grain)) {
        const as = type === "timestamp" ? `: give it as "time", with a grain` : "";
        this.#add(
          path,
          grain === undefined
            ? `"${name}" is of type ${type}, which no roll-up groups by${as}`
            : `"${name}" is of type ${type} and has no ${grain}s`,
        );
        return;
      }
      if (found.some(other => isSameField(other.reference, reference)))
        this.#add(path, `"${name}" is among its dimensions twice`);
      const base = {column: `d${found.length}`, reference, type: typeAtGrain(type, grain)};
      found.push(
        grain === undefined ? {...base, queryName: name} : {...base, queryName: `${name}.${grain}`, grain},
      );
    };
    for (const [i, name] of names.entries()) add(name, `/dimensions/${i}`);
    if (time !== undefined) add(time.dimension, "/time/dimension", time.grain);
    return found;
  }

  parts(sketches: boolean): Map<string, RolledPart> {
    const parts = new Map<string, RolledPart>();
    for (const [i, name] of this.rollup.measures.entries()) {
      const field = this.#measure(name, `/measures/${i}`);
      const recipe = field && recipeOf(this.layer, field);
      if (typeof recipe === "string") this.#add(`/measures/${i}`, recipe);
      else
        for (const [key, {measure, merge: partMerge}] of recipe?.parts ?? []) {
          const merge = partMerge === "sketch" && !sketches ? "none" : partMerge;
          if (!parts.has(key)) parts.set(key, {measure, merge, column: `p${parts.size}`});
        }
    }
    return parts;
  }

  /** Row access filters by these dimensions, so each must be stored. */
  access(dimensions: readonly RolledDimension[]): RollupPlan["access"] {
    return accessRules(this.model).flatMap(({name, dimension: qualified, attribute}) => {
      const reference = this.#resolve(qualified, "/dimensions");
      const dimension =
        reference && dimensions.find(one => one.grain === undefined && isSameField(one.reference, reference));
      if (dimension !== undefined) return [{dimension, attribute}];
      this.#add(
        "/dimensions",
        `model "${this.model.name}" has row access by "${name}", which is not among its dimensions. Add it: without it, the roll-up can answer nobody`,
      );
      return [];
    });
  }

  #dimension(name: string, path: string): RolledDimension["reference"] | undefined {
    const reference = this.#resolve(name, path);
    if (reference === undefined) return undefined;
    const {field, grain, paths} = reference;
    if (field.kind === "measure") return this.#add(path, `"${name}" is a measure and not a dimension`);
    if (grain !== undefined)
      return this.#add(path, `"${name}" has a grain. Name it without, or give it as "time" with its grain`);
    const [joins = []] = paths;
    if (paths.length > 1 || joins.some(edge => edge.toMany))
      return this.#add(
        path,
        `"${name}" lies on a to-many side, where a row of "${this.model.name}" has no one value`,
      );
    for (const {to} of joins) {
      this.knowModel(to, path);
      if ((to.source.rowAccess ?? []).length > 0)
        return this.#add(path, `"${name}" is of the model "${to.name}", which has row access of its own`);
    }
    const other = Object.keys(field.source).find(key => !DIMENSION_KEYS.has(key));
    if (other !== undefined)
      return this.#add(path, `"${name}" has "${other}", which roll-ups do not support`);
    return {...reference, field};
  }

  #measure(name: string, path: string): MeasureField | undefined {
    const reference = this.#resolve(name, path);
    if (reference === undefined) return undefined;
    const {field} = reference;
    if (field.kind === "dimension") return this.#add(path, `"${name}" is a dimension and not a measure`);
    if (field.model === this.model && reference.paths[0]?.length === 0) return field;
    return this.#add(
      path,
      `"${name}" is a measure of the model "${field.model.name}". A roll-up stores the measures of one model: declare another for it`,
    );
  }

  #resolve(name: string, path: string): FieldReference | undefined {
    try {
      return resolveField(this.layer, this.model, name, path);
    } catch (fault) {
      if (!(fault instanceof CompileError)) throw fault;
      const [error] = fault.details.errors ?? [];
      const message = `Roll-up "${this.rollup.name}" names a field that does not exist: ${fault.message}`;
      this.faults.push({...error, path, message, reason: message.replace(/\.$/, "")});
      return undefined;
    }
  }

  #add(path: string, reason: string): undefined {
    const message = `Roll-up "${this.rollup.name}" cannot be built: ${reason}.`;
    this.faults.push({path, message, reason});
  }
}
