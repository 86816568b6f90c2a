import {
  FormatRegistry,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
} from "@sinclair/typebox";
import {type TypeCheck, TypeCompiler} from "@sinclair/typebox/compiler";
import type {ValueError} from "@sinclair/typebox/errors";
import {ServiceError} from "./errors.ts";
import {explain} from "./explain-errors.ts";

// Elysia has this format too, but not every process loads it, and a format that nobody has registered fits nothing.
if (!FormatRegistry.Has("date-time"))
  FormatRegistry.Set("date-time", text => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)));

const compiledSchemas = new WeakMap<TSchema, TypeCheck<TSchema>>();

/**
 * The compiled schema. It is compiled at its first use, because a process uses few of its schemas soon after its start.
 */
function compiledOf(schema: TSchema): TypeCheck<TSchema> {
  let compiled = compiledSchemas.get(schema);
  if (compiled === undefined) {
    compiled = TypeCompiler.Compile(schema);
    compiledSchemas.set(schema, compiled);
  }
  return compiled;
}

function fits<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return compiledOf(schema).Check(value);
}

/** A function that parses a value as the schema's type, or throws `invalid_request` naming every path at fault. */
export function parserOf<T extends TSchema>(schema: T, what = "body"): (value: unknown) => Static<T> {
  return value => {
    if (fits(schema, value)) return value;
    const errors = explain(compiledOf(schema).Errors(value));
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
 * Like `parserOf`, for data that another process of the service or an earlier version wrote. A mismatch is a bug of the
 * service; the error names only the first path, because the value may be a user's.
 */
export function readerOf<T extends TSchema>(schema: T, what: string): (value: unknown) => Static<T> {
  return value => {
    if (fits(schema, value)) return value;
    throw unreadable(what, compiledOf(schema).Errors(value).First());
  };
}

/** A row `R` as the database returns it: its JSON columns `J` are not parsed yet. */
export type Stored<R, J extends PropertyKey> = Omit<R, J> & Record<J, unknown>;

/**
 * Like `readerOf`, for the JSON columns of a row, which an earlier version may have written. Their type is `unknown`
 * until they are parsed. An error names `what` and the row's id.
 */
export function rowReaderOf<T extends TSchema>(
  schema: T,
  what: string,
): <R extends {id: string}>(row: R) => R & Static<T> {
  return row => {
    const {id} = row;
    if (fits(schema, row)) return row;
    throw unreadable(`${what} "${id}"`, compiledOf(schema).Errors(row).First());
  };
}

/** A type guard for values that may be something else. */
export function isReadable<T extends TSchema>(schema: T): (value: unknown) => value is Static<T> {
  return value => fits(schema, value);
}

function unreadable(what: string, fault: ValueError | undefined): Error {
  return new Error(
    `${what} cannot be read: ${fault?.message ?? "it does not fit"} at "${fault?.path ?? ""}"`,
  );
}

/**
 * A body's schema that also accepts the resource's read-only keys, so that a client can send back what it read. These
 * keys are ignored: `Static` does not know them.
 */
export function withReadOnly<P extends TProperties>(schema: TObject<P>, keys: readonly string[]): TObject<P> {
  const readOnly: TProperties = Object.fromEntries(
    keys.map(key => [key, Type.Optional(Type.Unknown({readOnly: true, description: "Ignored."}))]),
  );
  return {...schema, properties: {...readOnly, ...schema.properties}};
}

/** The schema without these keys. */
export function withoutReadOnly<P extends TProperties>(schema: TObject<P>): TObject<P> {
  const properties = {...schema.properties};
  for (const [key, one] of Object.entries(properties)) {
    if (one["readOnly"] === true) Reflect.deleteProperty(properties, key);
  }
  return {...schema, properties};
}
