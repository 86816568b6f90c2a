import type {LayerChange} from "../layer-formats/common/apply-changes.ts";

/**
 * The names of what a change touches: `orders` (a model), `orders.total` (a field), `orders → customers` (a join);
 * `orders.*` is everything in a model.
 */
export function changedNames({kind, op, model, name, value}: LayerChange): string[] {
  const identity = name ?? stringOrNone(value?.["name"]) ?? stringOrNone(value?.["to"]) ?? "";
  if (kind === "join") return [`${model} → ${identity}`];
  if (kind !== "model") return [`${model}.${identity}`];
  const isWhole = op === "remove" || value?.["dimensions"] !== undefined || value?.["measures"] !== undefined;
  return isWhole ? [model, `${model}.*`] : [model];
}

/** Whether two sets of changes touch the same names. */
export function overlaps(one: readonly LayerChange[], other: readonly LayerChange[]): boolean {
  const otherNames = other.flatMap(changedNames);
  return one
    .flatMap(changedNames)
    .some(oneName => otherNames.some(otherName => isSame(oneName, otherName) || isSame(otherName, oneName)));
}

function isSame(oneName: string, otherName: string): boolean {
  if (oneName === otherName) return true;
  return oneName.endsWith(".*") && otherName.startsWith(oneName.slice(0, -1));
}

function stringOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A short title for the changes. */
export function titleOf(changes: readonly LayerChange[]): string {
  const [first, ...others] = changes;
  if (!first) return "";
  const what = changedNames(first)[0] ?? first.model;
  const verb = first.op === "remove" ? "Remove" : "Change";
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${verb} ${what}${more}`.replaceAll(/[\r\n]/g, " ").slice(0, 200);
}
