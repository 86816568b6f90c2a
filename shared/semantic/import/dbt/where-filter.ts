import {nearest} from "../../names.ts";

/** What a metric's filter may name, of the one model that its measure is of. */
export interface FilterScope {
  model: string;
  /** The model's entities, each with the dimension it became. */
  entities: ReadonlyMap<string, string>;
  /** The entity that stands for the model itself: its dimensions are reached under its name. */
  primaryEntity: string | undefined;
  /** Dimension → whether it is a time. */
  dimensions: ReadonlyMap<string, {type: string}>;
}

/** Why a filter cannot be said in a layer, in a sentence. */
export class FilterFault extends Error {}

const TEMPLATE = /\{\{([\s\S]*?)\}\}/g;
const CALL =
  /^\s*(Dimension|TimeDimension|Entity|Metric)\s*\(([\s\S]*?)\)\s*((?:\.\s*\w+\s*\([^()]*\)\s*)*)$/;
const TEXT = /^\s*(?:(\w+)\s*=\s*)?(?:'([^']*)'|"([^"]*)")\s*$/;

/**
 * The condition that a filter such as `{{ Dimension('order__status') }} = 'paid'` states, over the model's own
 * dimensions. It is parsed, not rendered. Throws `FilterFault`.
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
  if (kind === "Metric") throw new FilterFault("it rests on a metric, and a measure's condition is on rows");
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
  const name = parts.at(-1) ?? path;
  const through = parts.slice(0, -1);
  // A model without a primary entity of its own is reached under the entity that the path begins with.
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
  const truncated = grain !== undefined && !(grain === "day" && found.type === "date");
  return truncated ? `date_trunc('${grain}', \${${name}})` : `\${${name}}`;
}
