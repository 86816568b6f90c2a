import type {Static, TObject, TSchema} from "@sinclair/typebox";
import {Value} from "@sinclair/typebox/value";
import {parserOf} from "../../core/validate.ts";

/** The schemas to which other schemas refer, by `$id`. */
type Named = Map<string, TSchema>;

/**
 * Like `parserOf`, for the arguments of a tool. A key with null counts as left out where it is optional and its schema
 * does not allow null, because clients with strict schemas send every optional key.
 */
export function argumentsParserOf<T extends TSchema>(schema: T, what: string): (value: unknown) => Static<T> {
  const parse = parserOf(schema, what);
  const named: Named = new Map();
  return value => parse(holdsNull(value) ? withoutNulls(value, [schema], named) : value);
}

/**
 * Like `argumentsParserOf`, for the keys of a resource to replace, all optional in the schema. Null sets a key of `empty`
 * to its value there. Under any other key, null is refused unless the schema allows it, because the key would stay as it is.
 */
export function changesParserOf<T extends TObject>(
  schema: T,
  empty: Partial<Static<T>>,
): (changes: object) => Static<T> {
  const parse = parserOf(schema, "body");
  const parseArguments = argumentsParserOf(schema, "body");
  return changes => {
    const cleared = Object.entries({...changes}).map(([key, value]): [string, unknown] => [
      key,
      value === null && key in empty ? Reflect.get(empty, key) : value,
    ]);
    const given = Object.fromEntries(cleared.filter(([, value]) => value !== null));
    const nulls = Object.fromEntries(cleared.filter(([, value]) => value === null));
    return parse({...parseArguments(given), ...nulls});
  };
}

/** Whether there is a null at any depth. Most arguments have none, and need not be copied. */
function holdsNull(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null;
  return Object.values(value).some(holdsNull);
}

/** The value without the keys that count as left out. A valid value fits one of the schemas. */
function withoutNulls(value: unknown, schemas: readonly TSchema[], named: Named): unknown {
  if (typeof value !== "object" || value === null) return value;
  // Alternatives that have the same key refer to the same schemas: these must not multiply with each level.
  const variants = [...new Set(schemas.flatMap(schema => variantsOf(schema, named)))];
  if (Array.isArray(value)) {
    const items = variants.flatMap(({items = []}): TSchema[] => items);
    return value.map(item => withoutNulls(item, items, named));
  }
  const objects = variants.filter((schema): schema is ObjectSchema => schema["type"] === "object");
  const complete = objects.filter(object => hasRequired(object, value, named));
  const likely = complete.length > 0 ? complete : objects;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (inner === null && isLeftOut(key, objects, likely, named)) return [];
    const inners = likely.flatMap(object => propertyOf(object, key) ?? patternsOf(object));
    return [[key, withoutNulls(inner, inners, named)]];
  });
  return Object.fromEntries(entries);
}

/** The schemas of a union, one for each alternative, with references resolved. */
function variantsOf(schema: TSchema, named: Named): TSchema[] {
  if (schema.$id !== undefined) named.set(schema.$id, schema);
  const referred = typeof schema["$ref"] === "string" ? named.get(schema["$ref"]) : undefined;
  if (referred) return variantsOf(referred, named);
  const alternatives: TSchema[] | undefined = schema["anyOf"];
  return alternatives?.flatMap(one => variantsOf(one, named)) ?? [schema];
}

/**
 * Whether null under this key means the same as no key: one of the schemas has the key, and none of the likely schemas
 * requires the key or allows null under it.
 */
function isLeftOut(
  key: string,
  objects: readonly ObjectSchema[],
  likely: readonly ObjectSchema[],
  named: Named,
): boolean {
  if (!objects.some(object => propertyOf(object, key))) return false;
  return !likely.some(object => object.required?.includes(key) || allowsNull(propertyOf(object, key), named));
}

function hasRequired(object: ObjectSchema, value: object, named: Named): boolean {
  return (object.required ?? []).every(key => {
    const given: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    return given !== undefined && (given !== null || allowsNull(propertyOf(object, key), named));
  });
}

function allowsNull(schema: TSchema | undefined, named: Named): boolean {
  return schema !== undefined && Value.Check(schema, [...named.values()], null);
}

/** A schema of an object, or of a record, which has only patterns. */
type ObjectSchema = TSchema & Partial<Pick<TObject, "properties" | "required" | "patternProperties">>;

function propertyOf({properties = {}}: ObjectSchema, key: string): TSchema | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function patternsOf({patternProperties}: ObjectSchema): TSchema[] {
  return Object.values(patternProperties ?? {});
}
