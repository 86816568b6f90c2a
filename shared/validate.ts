import {type Static, type TObject, type TProperties, type TSchema, Type} from "@sinclair/typebox";
import {TypeCompiler} from "@sinclair/typebox/compiler";
import {type ValueError, ValueErrorType} from "@sinclair/typebox/errors";
import {type ErrorDetail, ServiceError} from "./errors.ts";
import {nearest} from "./nearest.ts";

const MOST_ERRORS = 50;

/**
 * A function that parses a value as the schema's type, or throws `invalid_request` naming every path at fault. The
 * schema is compiled once, here.
 */
export function parserOf<T extends TSchema>(schema: T, what = "body"): (value: unknown) => Static<T> {
  const compiled = TypeCompiler.Compile(schema);
  return value => {
    if (compiled.Check(value)) return value;
    const errors = explain(compiled.Errors(value));
    const first = errors[0];
    const where = first?.path ? `${what} at ${first.path}` : what;
    throw new ServiceError(
      "invalid_request",
      `The ${where} is not as expected: ${first?.message ?? "it does not fit its schema"}`,
      {
        errors,
      },
    );
  };
}

/**
 * Like `parserOf`, for data that another process of ours or an earlier version wrote. A mismatch is a bug of ours; the
 * error names only the first path, because the value may be a user's.
 */
export function readerOf<T extends TSchema>(schema: T, what: string): (value: unknown) => Static<T> {
  const compiled = TypeCompiler.Compile(schema);
  return value => {
    if (compiled.Check(value)) return value;
    throw unreadable(what, compiled.Errors(value).First());
  };
}

/**
 * Like `readerOf`, for the columns of a row that contain JSON, which an earlier version may have written. Their type is
 * `unknown` until they are parsed. An error names `what` and the row's id.
 */
export function rowReaderOf<T extends TSchema>(
  schema: T,
  what: string,
): <R extends {id: string}>(row: R) => R & Static<T> {
  const compiled = TypeCompiler.Compile(schema);
  return row => {
    const {id} = row;
    if (compiled.Check(row)) return row;
    throw unreadable(`${what} "${id}"`, compiled.Errors(row).First());
  };
}

/** A type guard for values that may be something else. */
export function isReadable<T extends TSchema>(schema: T): (value: unknown) => value is Static<T> {
  const compiled = TypeCompiler.Compile(schema);
  return value => compiled.Check(value);
}

function unreadable(what: string, fault: ValueError | undefined): Error {
  return new Error(
    `${what} cannot be read: ${fault?.message ?? "it does not fit"} at "${fault?.path ?? ""}"`,
  );
}

/**
 * A body's schema that also accepts the resource's read-only keys, so that a client can send back what it read. They
 * are ignored: `Static` does not know them.
 */
export function withReadOnly<P extends TProperties>(schema: TObject<P>, keys: readonly string[]): TObject<P> {
  const readOnly: TProperties = Object.fromEntries(
    keys.map(key => [
      key,
      Type.Optional(Type.Unknown({readOnly: true, description: "Let through and not looked at."})),
    ]),
  );
  return {...schema, properties: {...readOnly, ...schema.properties}};
}

function explain(found: Iterable<ValueError>): ErrorDetail[] {
  const errors = new Map<string, ErrorDetail>();
  for (const error of found) {
    if (errors.size >= MOST_ERRORS) break;
    // A missing property is reported twice, as missing and as of the wrong type: the first error says more.
    if (!errors.has(error.path)) errors.set(error.path, explainOne(error));
  }
  return [...errors.values()];
}

function explainOne(error: ValueError): ErrorDetail {
  const {path, schema, type} = error;
  const key = keyOf(error);
  if (type === ValueErrorType.ObjectRequiredProperty) return {path, message: `"${key}" is required.`};
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    const known = Object.keys(schema["properties"] ?? {});
    const suggestions = nearest(key, known);
    const hint = suggestions[0] ? ` Did you mean "${suggestions[0]}"?` : "";
    return {path, message: `"${key}" is not a known key.${hint}`, allowed: known, suggestions};
  }
  if (type === ValueErrorType.Union) return explainUnion(error);
  if (type === ValueErrorType.StringPattern && schema.description) {
    return {path, message: `${shown(error.value)} does not fit. ${schema.description}`};
  }
  return {path, message: `${error.message}, but it is ${shown(error.value)}.`};
}

/** Names the literals of a union; for a union of objects, explains the variant that fits best. */
function explainUnion(error: ValueError): ErrorDetail {
  const variants: TSchema[] = error.schema["anyOf"] ?? [];
  const literals = variants
    .map(variant => variant["const"])
    .filter(value => value !== undefined)
    .map(String);
  if (literals.length === variants.length) {
    // Only of text: an object's own `toString` may be anything.
    const suggestions = typeof error.value === "string" ? nearest(error.value, literals) : [];
    return {
      path: error.path,
      message: `One of ${literals.join(", ")} is needed, but it is ${shown(error.value)}.`,
      allowed: literals,
      suggestions,
    };
  }
  const attempts = error.errors.map(attempt => [...attempt]).filter(attempt => attempt.length > 0);
  // The variant whose own keys fit best is most likely meant: of equal ones, one that a key is misspelt of, else the one
  // whose errors lie deepest.
  const [best] = attempts.sort(
    (a, b) =>
      misfits(a, error.path) - misfits(b, error.path) ||
      Number(b.some(isMisspelt)) - Number(a.some(isMisspelt)) ||
      depth(b) - depth(a) ||
      a.length - b.length,
  );
  const fault = best?.find(isMisspelt) ?? best?.[0];
  if (fault && fault.path !== error.path) return explainOne(fault);
  if (Array.isArray(error.value) && variants.every(variant => variant["type"] === "object")) {
    return {path: error.path, message: `One object is needed, but it is a list: ${shown(error.value)}.`};
  }
  return {path: error.path, message: `None of the allowed forms fits ${shown(error.value)}.`};
}

function keyOf({path}: ValueError): string {
  return (path.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
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

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
