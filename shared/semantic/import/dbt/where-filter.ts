import {nearest} from "../../layer/names.ts";
import {spelled} from "./texts.ts";

/** The names of a measure's model that a metric's filter may use. */
export interface FilterScope {
  model: string;
  /** The model's entities, each with the dimension that it became. */
  entities: ReadonlyMap<string, string>;
  /** The model's own entity, through which its dimensions are named. */
  primaryEntity: string | undefined;
  /** Dimension → its type, and for a time the shortest period that it distinguishes. */
  dimensions: ReadonlyMap<string, {type: string; granularity?: string}>;
  /** The measure's time dimension, which `metric_time` means. */
  metricTime?: string | undefined;
}

/** Why a filter cannot be expressed in a layer, as a sentence. */
export class FilterFault extends Error {}

const TEMPLATE = /\{\{([\s\S]*?)\}\}/g;
const CALL =
  /^\s*(Dimension|TimeDimension|Entity|Metric)\s*\(([\s\S]*?)\)\s*((?:\.\s*\w+\s*\([^()]*\)\s*)*)$/;
const GRAINS = new Set(
  "nanosecond microsecond millisecond second minute hour day week month quarter year".split(" "),
);
const TEXT = /^\s*(?:(\w+)\s*=\s*)?(?:'([^']*)'|"([^"]*)")\s*$/;

/**
 * The condition in a filter such as `{{ Dimension('order__status') }} = 'paid'`, over the model's own dimensions. It is
 * parsed, not rendered. Throws `FilterFault`.
 */
export function parseFilter(template: string, scope: FilterScope): string {
  if (template.includes("{%")) throw new FilterFault("it holds statements of Jinja");
  const condition = template.replace(TEMPLATE, (_whole, inner: string) => reference(inner, scope)).trim();
  if (condition.includes("{{") || condition.includes("}}")) throw new FilterFault("its braces do not match");
  if (condition === "") throw new FilterFault("it is empty");
  return condition;
}

function reference(inner: string, scope: FilterScope): string {
  const [, kind = "", given = "", methods = ""] = CALL.exec(inner) ?? [];
  if (kind === "") throw new FilterFault(`"${inner.trim()}" is neither a dimension nor an entity`);
  if (kind === "Metric")
    throw new FilterFault("it depends on a metric, and a measure's condition is on rows");
  if (given.includes("[")) throw new FilterFault(`"${inner.trim()}" goes over the entities of other models`);
  const texts = given.split(",").map(part => TEXT.exec(part));
  const [name, grain] = texts.map(match => match?.[2] ?? match?.[3]);
  if (name === undefined || texts.some(match => match === null) || texts.length > 2) {
    throw new FilterFault(`the arguments of "${inner.trim()}" are not one or two texts`);
  }
  const method = /^\.\s*(\w+)\s*\(\s*['"](\w+)['"]\s*\)\s*$/.exec(methods.trim());
  if (methods.trim() !== "" && method?.[1] !== "grain") {
    throw new FilterFault(`"${methods.trim()}" is not understood`);
  }
  if (kind === "Entity") return entity(name, scope);
  return dimension(name, kind === "TimeDimension" ? (grain ?? method?.[2]) : method?.[2], scope);
}

function entity(path: string, scope: FilterScope): string {
  const name = path.split("__").at(-1) ?? path;
  const found = scope.entities.get(name);
  if (found === undefined || (path.includes("__") && path !== `${scope.primaryEntity}__${name}`)) {
    throw new FilterFault(`"${path}" is no entity of "${scope.model}" itself`);
  }
  return `\${${found}}`;
}

function dimension(path: string, grain: string | undefined, scope: FilterScope): string {
  const parts = path.split("__");
  const last = parts.at(-1) ?? path;
  const name = path === "metric_time" ? scope.metricTime : last;
  if (name === undefined)
    throw new FilterFault(`"${scope.model}" names no agg_time_dimension for "metric_time"`);
  const through = parts.slice(0, -1);
  // A model without a primary entity is named through the entity that the path begins with.
  const own = through.length === 0 || (through.length === 1 && through[0] === scope.primaryEntity);
  if (!own) {
    throw new FilterFault(
      `"${path}" lies in another model, and a measure's condition is on the rows of "${scope.model}" alone`,
    );
  }
  const found = scope.dimensions.get(name);
  if (!found) {
    const [near] = nearest(name, scope.dimensions.keys());
    throw new FilterFault(
      `"${scope.model}" has no dimension "${name}"${near ? `; did you mean "${near}"?` : ""}`,
    );
  }
  const wanted = grain === undefined ? found.granularity : spelled(grain);
  if (wanted !== undefined && !GRAINS.has(wanted))
    throw new FilterFault(`its grain "${wanted}" is not known`);
  // No stored value is finer than this.
  if (wanted === undefined || wanted === "nanosecond" || wanted === "microsecond") return `\${${name}}`;
  if (wanted === "day") return found.type === "date" ? `\${${name}}` : `cast(\${${name}} as date)`;
  return `date_trunc('${wanted}', \${${name}})`;
}
