import type {ErrorDetail} from "../errors.ts";
import {editDistance, MAX_COMPARED_LENGTH, MAX_EDITS, newBudget} from "../nearest-names.ts";

/** Whether a text may name a model, field or role: 1–128 characters, without dots and control characters. */
export function isName(name: string): boolean {
  if (name.length === 0 || name.length > 128) return false;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code === 0x2e || code < 0x20 || code === 0x7f) return false;
  }
  return true;
}

/** The name of a model's own dimension, without the model's name if that precedes it. */
export function ownName(model: string, dimension: string): string {
  return dimension.startsWith(`${model}.`) ? dimension.slice(model.length + 1) : dimension;
}

export function badName(path: string, name: string): ErrorDetail {
  return {
    path,
    message: `${JSON.stringify(name)} cannot be a name: 1 to 128 characters, no dot and no control character.`,
  };
}

/**
 * The candidates most similar to a name that was not found, best first, at most `most`; empty if none is similar. Case,
 * `_` and `-` are ignored, so that `orderTotal` finds `order_total`.
 */
export function nearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  const target = fold(name);
  const bound = Math.min(MAX_EDITS, Math.max(1, Math.floor(target.length / 3)));
  const budget = newBudget();
  const found: {candidate: string; distance: number}[] = [];
  for (const candidate of candidates) {
    const folded = fold(candidate);
    let distance = editDistance(target, folded, bound, budget);
    if (distance > bound) distance = bound + 2;
    if (distance > bound && target.length >= 4 && (folded.includes(target) || target.includes(folded))) {
      distance = bound + 1;
    }
    if (distance <= bound + 1 && (distance <= bound || folded.length >= 4)) found.push({candidate, distance});
  }
  found.sort((a, b) => a.distance - b.distance || a.candidate.length - b.candidate.length);
  return [...new Set(found.map(entry => entry.candidate))].slice(0, most);
}

/** The most faults of one check that get suggestions: each is compared with all names. */
const MAX_SUGGESTED = 20;

/** The candidates most similar to a wrong name, unless too many faults were found before it. */
export function suggest(
  faults: readonly unknown[],
  name: string,
  candidates: () => Iterable<string>,
): string[] {
  return faults.length < MAX_SUGGESTED ? nearest(name, candidates()) : [];
}

/** ` Did you mean "a" or "b"?`, or an empty text. */
export function didYouMean(suggestions: readonly string[]): string {
  if (suggestions.length === 0) return "";
  return ` Did you mean ${suggestions.map(name => `"${name}"`).join(" or ")}?`;
}

function fold(name: string): string {
  return name
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replaceAll("_", "")
    .replaceAll("-", "")
    .replaceAll(" ", "");
}

/** The key of a table in a catalog: catalog, schema and name, as far as the model gives them, with dots. */
export function tableKey(table: {catalog?: string; schema?: string; name: string}): string {
  return [table.catalog, table.schema, table.name].filter(part => part !== undefined).join(".");
}
