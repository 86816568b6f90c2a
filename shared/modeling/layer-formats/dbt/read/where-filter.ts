import {nearest} from "../../../../semantic/layers.ts";
import {spelled} from "./texts.ts";

/** The names that a metric's filter may use: those of the measure's model and, over joins, those of other models. */
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
  /** The models that an entity of this model leads to, known once all models are read. */
  follow?: (entity: string) => readonly FilterStep[];
}

/** A joined model, with the name of the join. */
export interface FilterStep {
  role: string;
  scope: FilterScope;
}

/** The reason why a filter cannot be expressed in a layer, as a clause for a note. */
export class FilterFault extends Error {}

const TEMPLATE = /\{\{([\s\S]*?)\}\}/g;
const CALL =
  /^\s*(Dimension|TimeDimension|Entity|Metric)\s*\(([\s\S]*?)\)\s*((?:\.\s*\w+\s*\([^()]*\)\s*)*)$/;
const GRAINS = new Set(
  "nanosecond microsecond millisecond second minute hour day week month quarter year".split(" "),
);
/** A list of entities among other arguments. */
const ENTITY_PATH = /^([\s\S]*?),?\s*(?:entity_path\s*=\s*)?\[([^\]]*)\]([\s\S]*)$/;
const TEXT = /^\s*(?:(\w+)\s*=\s*)?(?:'([^']*)'|"([^"]*)")\s*$/;

/**
 * The condition in a filter such as `{{ Dimension('order__status') }} = 'paid'`, over dimensions of the model and, by
 * the entities that lead there, of others. The template is parsed, not rendered. Throws `FilterFault`.
 */
export function parseFilter(template: string, scope: FilterScope): string {
  if (template.includes("{%")) throw new FilterFault("it holds statements of Jinja");
  const condition = template
    .replace(TEMPLATE, (_whole, inner: string) => writeReference(readReference(inner, scope)))
    .trim();
  if (condition.includes("{{") || condition.includes("}}")) throw new FilterFault("its braces do not match");
  if (condition === "") throw new FilterFault("it is empty");
  return condition;
}

/** A dimension or an entity of a template: where it is, and at which grain. */
export interface Referred {
  roles: readonly string[];
  at: FilterScope;
  name: string;
  type: string;
  grain?: string;
}

/** Resolves a reference such as `Dimension('order__status')` to a dimension or entity. Throws `FilterFault`. */
export function readReference(inner: string, scope: FilterScope): Referred {
  const [, kind = "", given = "", methods = ""] = CALL.exec(inner) ?? [];
  if (kind === "") throw new FilterFault(`"${inner.trim()}" is neither a dimension nor an entity`);
  if (kind === "Metric")
    throw new FilterFault(
      'it depends on a metric, and a measure\'s condition is on rows: a query filters by one with "per"',
    );
  const [, before = "", , after = ""] = ENTITY_PATH.exec(given) ?? [];
  const texts = (ENTITY_PATH.test(given) ? before + after : given).split(",").map(part => TEXT.exec(part));
  const [name, grain] = texts.map(match => match?.[2] ?? match?.[3]);
  if (name === undefined || texts.some(match => match === null) || texts.length > 2) {
    throw new FilterFault(`the arguments of "${inner.trim()}" are not one or two texts`);
  }
  const method = /^\.\s*(\w+)\s*\(\s*['"](\w+)['"]\s*\)\s*$/.exec(methods.trim());
  if (methods.trim() !== "" && method?.[1] !== "grain") {
    throw new FilterFault(`"${methods.trim()}" is not understood`);
  }
  const path = [...entityPath(given), ...name.split("__")];
  if (kind === "Entity") return findEntity(path, scope);
  return findDimension(path, kind === "TimeDimension" ? (grain ?? method?.[2]) : method?.[2], scope);
}

/** The entities of `entity_path=['order', 'customer']`, which lead to the dimension. */
function entityPath(given: string): string[] {
  const [, , list = ""] = ENTITY_PATH.exec(given) ?? [];
  return [...list.matchAll(/['"]([^'"]*)['"]/g)].flatMap(([, name = ""]) => name.split("__"));
}

function findEntity(path: readonly string[], scope: FilterScope): Referred {
  const name = path.at(-1) ?? "";
  const {roles, at} = placeOf(path, scope, ({entities}) => entities.has(name));
  const found = at.entities.get(name);
  if (found === undefined) throw new FilterFault(`"${path.join("__")}" is not an entity of "${at.model}"`);
  return {roles, at, name: found, type: "entity"};
}

function referTo(roles: readonly string[], name: string): string {
  return `\${${[...roles, name].join(".")}}`;
}

/** Follows the entities before a name to the model that has the name. A model's own entity stays within the model. */
function placeOf(
  path: readonly string[],
  scope: FilterScope,
  has: (scope: FilterScope) => boolean,
): {roles: string[]; at: FilterScope} {
  const through = path.slice(0, -1);
  const roles: string[] = [];
  let at = scope;
  for (const [i, name] of through.entries()) {
    const isLast = i === through.length - 1;
    if (i === 0 && name === scope.primaryEntity && (!isLast || has(scope))) continue;
    const steps = (at.follow?.(name) ?? []).filter(step => !isLast || has(step.scope));
    const [step, ...others] = steps;
    if (step === undefined || others.length > 0) {
      const why =
        step === undefined
          ? `"${at.model}" has no many-to-one join over the entity "${name}" to a model that has it`
          : `the entity "${name}" leads to several models that have it`;
      throw new FilterFault(`"${path.join("__")}" is not found: ${why}`);
    }
    roles.push(step.role);
    at = step.scope;
  }
  return {roles, at};
}

function findDimension(path: readonly string[], grain: string | undefined, scope: FilterScope): Referred {
  const isTime = path.length === 1 && path[0] === "metric_time";
  const name = isTime ? scope.metricTime : path.at(-1);
  if (name === undefined)
    throw new FilterFault(`"${scope.model}" names no agg_time_dimension for "metric_time"`);
  const {roles, at} = placeOf(path, scope, ({dimensions}) => dimensions.has(name));
  const found = at.dimensions.get(name);
  if (!found) {
    const [near] = nearest(name, at.dimensions.keys());
    throw new FilterFault(
      `"${at.model}" has no dimension "${name}"${near ? `; did you mean "${near}"?` : ""}`,
    );
  }
  const requestedGrain = grain === undefined ? found.granularity : spelled(grain);
  if (requestedGrain !== undefined && !GRAINS.has(requestedGrain))
    throw new FilterFault(`its grain "${requestedGrain}" is not known`);
  return {
    roles,
    at,
    name,
    type: found.type,
    ...(requestedGrain === undefined ? {} : {grain: requestedGrain}),
  };
}

function writeReference({roles, name, type, grain}: Referred): string {
  const field = referTo(roles, name);
  // Stored values are no finer than a microsecond, so truncating to these grains changes nothing.
  if (grain === undefined || grain === "nanosecond" || grain === "microsecond") return field;
  if (grain === "day") return type === "date" ? field : `cast(${field} as date)`;
  return `date_trunc('${grain}', ${field})`;
}
