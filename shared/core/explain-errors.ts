import type {TSchema} from "@sinclair/typebox";
import {type ValueError, ValueErrorType} from "@sinclair/typebox/errors";
import {segmentsOf} from "../semantic/coded-error.ts";
import {nearest} from "../semantic/nearest-names.ts";
import type {ErrorDetail} from "./errors.ts";

const MAX_ERRORS = 50;
/** The most errors of each variant of a union that are compared. A value with more faults resembles no variant. */
const MAX_OF_VARIANT = 50;
/**
 * How many values may be visited to find which variants of unions were meant. TypeBox visits a value anew for each
 * union around it, so that a body of nested unions, within its limit of bytes, would take many seconds.
 */
const MAX_VISITS = 100_000;

/** The visits that are left for one body. */
interface Budget {
  visits: number;
}

/** The faults of a value, one for each path: at most `MAX_ERRORS`. */
export function explain(found: Iterable<ValueError>): ErrorDetail[] {
  const errors = new Map<string, ErrorDetail>();
  const budget = {visits: MAX_VISITS};
  for (const error of found) {
    if (errors.size >= MAX_ERRORS) break;
    if (isCount(error)) continue;
    // A missing property is reported twice, as missing and as of the wrong type: the first error is more precise.
    if (!errors.has(error.path)) errors.set(error.path, explainOne(error, budget));
  }
  return [...errors.values()];
}

function explainOne(error: ValueError, budget: Budget): ErrorDetail {
  const {path, schema, type} = error;
  const key = keyOf(error);
  if (type === ValueErrorType.ObjectRequiredProperty) return {path, message: `"${key}" is required.`};
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    const known = Object.keys(schema["properties"] ?? {});
    if (schema["patternProperties"] && schema.description) {
      return {path, message: `"${key}" does not fit. ${schema.description}`};
    }
    const suggestions = nearest(key, known);
    const hint = suggestions[0] ? ` Did you mean "${suggestions[0]}"?` : "";
    return {path, message: `"${key}" is not a known key.${hint}`, allowed: known, suggestions};
  }
  if (type === ValueErrorType.Union) return explainUnion(error, budget);
  if (type === ValueErrorType.StringPattern && schema.description) {
    return {path, message: `${preview(error.value)} does not fit. ${schema.description}`};
  }
  return {path, message: `${error.message}, but it is ${preview(error.value)}.${remedyOf(error)}`};
}

const KINDS: ReadonlyMap<ValueErrorType, string> = new Map([
  [ValueErrorType.Array, "list"],
  [ValueErrorType.Object, "object"],
  [ValueErrorType.Integer, "number"],
  [ValueErrorType.Number, "number"],
  [ValueErrorType.Boolean, "boolean"],
]);

/** The remedy for frequent mistakes of language models: JSON sent as text, and a single value in place of a list. */
function remedyOf({type, value}: ValueError): string {
  const kind = KINDS.get(type);
  if (kind === undefined || value === undefined || value === null) return "";
  if (typeof value === "string" && kindOf(parsed(value)) === kind)
    return ` It is text: send the ${kind} itself, without quotes around it.`;
  return kind === "list" ? " Write a list, in square brackets, even of one." : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is no JSON is only text.
    return text;
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}

/**
 * Names the literals of a union; for a union of objects, explains the variant that is named, or that fits best, as long
 * as the budget lasts.
 */
function explainUnion(error: ValueError, budget: Budget): ErrorDetail {
  const variants: TSchema[] = error.schema["anyOf"] ?? [];
  const literals = variants
    .map(variant => variant["const"])
    .filter(value => value !== undefined)
    .map(String);
  if (literals.length === variants.length) return notAmong(error.path, literals, error.value);
  budget.visits -= countValues(error.value, budget.visits);
  if (budget.visits <= 0) return noneFits(error);
  const attempts = variants
    .map((schema, i): Attempt => ({schema, errors: firstOf(error.errors[i])}))
    .filter(({schema, errors}) => schema["type"] !== "null" && errors.length > 0);
  const tag = tagOf(attempts);
  if (tag && isObject(error.value)) return explainTagged(error, tag, attempts, budget);
  const best = bestOf(attempts, error.path);
  if (best && (attempts.length === 1 || best.path !== error.path)) return explainOne(best, budget);
  if (Array.isArray(error.value) && variants.every(variant => variant["type"] === "object")) {
    return {path: error.path, message: `One object is needed, but it is a list: ${preview(error.value)}.`};
  }
  return noneFits(error);
}

function noneFits({path, value, schema}: ValueError): ErrorDetail {
  const variants: TSchema[] = schema["anyOf"] ?? [];
  const keys = variants.map(({required = []}) => required.join(", ")).filter(text => text !== "");
  const forms = [...new Set(keys)].map(text => `{${text}}`).join(" ");
  const kinds = variants.some(({type}) => type === "string") ? "text, or an object" : "an object";
  const hint =
    isObject(value) || forms === "" ? "" : ` Write ${kinds} with the keys of one of these: ${forms}.`;
  return {path, message: `None of the allowed forms fits ${preview(value)}.${hint}`};
}

function firstOf(errors: Iterable<ValueError> | undefined): ValueError[] {
  return [
    ...Iterator.from(errors ?? [])
      .filter(error => !isCount(error))
      .take(MAX_OF_VARIANT),
  ];
}

/** Whether the error is about the number of keys, and redundant: an error for each unknown key follows. */
function isCount({type, schema}: ValueError): boolean {
  return type === ValueErrorType.ObjectMaxProperties && schema["additionalProperties"] === false;
}

/** The number of values in a value, itself included. Counts no further than `most`. */
function countValues(value: unknown, most: number): number {
  let count = 1;
  if (typeof value !== "object" || value === null) return count;
  for (const inner of Object.values(value)) {
    if (count >= most) break;
    count += countValues(inner, most - count);
  }
  return count;
}

/** A variant of a union, and the errors of the value against it. */
interface Attempt {
  schema: TSchema;
  errors: ValueError[];
}

/** The key whose value distinguishes the variants, such as `type`. */
function tagOf(attempts: readonly Attempt[]): string | undefined {
  const keys = Object.keys(attempts[0]?.schema["properties"] ?? {});
  return attempts.length > 1
    ? keys.find(key => attempts.every(({schema}) => schema["properties"]?.[key]?.const !== undefined))
    : undefined;
}

function explainTagged(
  error: ValueError,
  tag: string,
  attempts: readonly Attempt[],
  budget: Budget,
): ErrorDetail {
  const given = isObject(error.value) ? error.value[tag] : undefined;
  const literalOf = ({schema}: Attempt): unknown => schema["properties"][tag].const;
  const tagged = attempts.filter(attempt => literalOf(attempt) === given);
  const best = bestOf(tagged, error.path);
  if (best) return explainOne(best, budget);
  const allowed = attempts.map(attempt => String(literalOf(attempt)));
  const path = `${error.path}/${tag}`;
  if (given === undefined)
    return {path, message: `"${tag}" is required: one of ${allowed.join(", ")}.`, allowed};
  return notAmong(path, allowed, given);
}

function notAmong(path: string, allowed: string[], given: unknown): ErrorDetail {
  // Suggestions for text only: an object's own `toString` may be anything.
  const suggestions = typeof given === "string" ? nearest(given, allowed) : [];
  const message = `One of ${allowed.join(", ")} is needed, but it is ${preview(given)}.`;
  return {path, message, allowed, suggestions};
}

/**
 * The fault of the variant whose keys fit best, which is most likely the intended one. Of equal ones, a variant with a
 * misspelt key comes first, then the one whose errors lie deepest.
 */
function bestOf(attempts: readonly Attempt[], path: string): ValueError | undefined {
  const [best] = attempts
    .map(({errors}) => errors)
    .sort(
      (a, b) =>
        misfits(a, path) - misfits(b, path) ||
        Number(b.some(isMisspelt)) - Number(a.some(isMisspelt)) ||
        depth(b) - depth(a) ||
        a.length - b.length,
    );
  return best?.find(isMisspelt) ?? best?.[0];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function keyOf({path}: ValueError): string {
  return segmentsOf(path).at(-1) ?? "";
}

/** Whether a key is unknown and nearly one that the schema knows. */
function isMisspelt(error: ValueError): boolean {
  if (error.type !== ValueErrorType.ObjectAdditionalProperties) return false;
  return nearest(keyOf(error), Object.keys(error.schema["properties"] ?? {})).length > 0;
}

/**
 * The number of the object's own keys that a variant lacks or does not know; infinite if the value is of another kind.
 */
function misfits(errors: ValueError[], path: string): number {
  if (errors.some(error => error.path === path)) return Number.MAX_SAFE_INTEGER;
  const keyFaults = [ValueErrorType.ObjectRequiredProperty, ValueErrorType.ObjectAdditionalProperties];
  return errors.filter(error => keyFaults.includes(error.type) && error.path.lastIndexOf("/") === path.length)
    .length;
}

function depth(errors: ValueError[]): number {
  return Math.max(
    ...errors.map(
      error => error.path.length - (error.type === ValueErrorType.ObjectAdditionalProperties ? 0.5 : 0),
    ),
  );
}

function preview(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}…` : text;
}
