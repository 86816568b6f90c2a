import type {TSchema} from "@sinclair/typebox";
import {OPERATORS} from "../../semantic/vocabulary.ts";

export type JsonObject = {readonly [key: string]: Json};
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/**
 * Conditions nest, and many clients cannot follow a recursive schema: one level is shown, and the description covers
 * the rest.
 */
const FILTER: JsonObject = {
  type: "object",
  properties: {
    field: {type: "string"},
    op: {type: "string", description: OPERATORS.join(" ")},
    value: {
      anyOf: ["string", "number", "boolean", "array", "object"].map(type => ({type})),
      description: "Array for in, between; {unit, count} for in_past",
    },
    other: {type: "string", description: "Field in place of value"},
    caseSensitive: {type: "boolean"},
    or: {type: "array", items: {type: "object"}, description: "Any of these, not field"},
    and: {type: "array", items: {type: "object"}},
    not: {type: "object"},
    per: {
      type: "array",
      items: {type: "string"},
      description: "With field, op, value: [customers.id] orders.count >= 3",
    },
    some: {type: "string", description: "Model with a related row that fulfils filters"},
    none: {type: "string", description: "Model without such a row"},
    filters: {type: "array", items: {type: "object"}, description: "With per, some, none"},
  },
  additionalProperties: false,
};

/**
 * A TypeBox schema as plain JSON Schema for `tools/list`: short, and in forms that every client understands. It may allow
 * more than the original; the call's validation refuses that. Two keywords of our own shorten a part: `shortForm` is a
 * text in place of the schema, and `keysOnly` shows the keys of an object with their types, but nothing of the objects in
 * it.
 */
export function publish(schema: TSchema): JsonObject {
  const published = publishPart(schema);
  // Clients expect the properties of arguments, also where there are none.
  return published["type"] === "object"
    ? {...published, properties: published["properties"] ?? {}}
    : published;
}

/** How much is shown of a schema: all of it, an object's keys, or just the type. */
type Extent = "whole" | "keys" | "type";

function publishPart(schema: TSchema, extent: Extent = "whole"): JsonObject {
  // A schema that is shown in full elsewhere in the same list is not repeated at the cost of tokens.
  if (typeof schema["shortForm"] === "string") return shortFormOf(schema);
  if (schema["keysOnly"] === true && extent === "whole") {
    const {description} = schema;
    return {...publishPart(schema, "keys"), ...(description === undefined ? {} : {description})};
  }
  if (schema.$id === "Filter" || schema["$ref"] === "Filter")
    return extent === "whole" ? FILTER : {type: "object"};
  if (extent === "type" && isObject(schema)) return {type: "object"};
  const published: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "anyOf") Object.assign(published, publishUnion(schema, extent));
    else if (key === "properties" || key === "patternProperties")
      Object.assign(published, propertiesOf(key, value, extent));
    else if (key === "items") Object.assign(published, itemsOf(schema, value, extent));
    else if (!isHidden(key, value, extent)) published[key] = value;
  }
  return published;
}

function shortFormOf({anyOf, description, shortForm}: TSchema): JsonObject {
  const isName = anyOf?.some(({type}: TSchema) => type === "string") === true;
  return {
    ...(isName ? {anyOf: [{type: "string"}, {type: "object"}]} : {type: "object"}),
    description: [description, shortForm].filter(Boolean).join(": "),
  };
}

/**
 * The schema of a list's items. Their description is dropped if the list has one, and so is a schema that allows
 * anything.
 */
function itemsOf(list: TSchema, items: TSchema, extent: Extent): JsonObject {
  const {description, ...itemSchema} = publishPart(items, extent === "keys" ? "type" : extent);
  const published =
    list.description === undefined && description !== undefined ? {...itemSchema, description} : itemSchema;
  return Object.keys(published).length > 0 ? {items: published} : {};
}

/**
 * Keywords that are left out of the published schema: a validation error explains a violation of each, and
 * `apiDescription` is for the OpenAPI document alone.
 */
const HIDDEN_KEYWORDS = new Set([
  "$id",
  "apiDescription",
  "maxItems",
  "maxLength",
  "minItems",
  "minLength",
  "pattern",
  "keysOnly",
]);
const BOUNDS = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);
/** A bound beyond this only says that there is one. */
const MOST = 1e15;

function isHidden(key: string, value: unknown, extent: Extent): boolean {
  if (BOUNDS.has(key)) return extent !== "whole" || (typeof value === "number" && Math.abs(value) >= MOST);
  return HIDDEN_KEYWORDS.has(key) || (extent !== "whole" && key === "description");
}

function propertiesOf(key: string, properties: Record<string, TSchema>, extent: Extent): JsonObject {
  const published = Object.entries(properties).map(([name, schema]) => [
    name,
    publishPart(schema, extent === "keys" ? "type" : extent),
  ]);
  return published.length === 0 ? {} : {[key]: Object.fromEntries(published)};
}

/** A union of literals becomes an enumeration. Null is dropped, because it means the same as leaving the key out. */
function publishUnion(schema: TSchema, extent: Extent): JsonObject {
  const variants: TSchema[] = (schema["anyOf"] ?? []).filter((one: TSchema) => one["type"] !== "null");
  const literals = variants.map(one => one["const"]).filter(value => typeof value === "string");
  if (literals.length === variants.length) return {type: "string", enum: literals};
  const [only] = variants;
  if (variants.length === 1 && only) return publishPart(only, extent);
  // With the extent `type`, a key that allows several types is published without them.
  return extent === "type" ? {} : {anyOf: variants.map(one => publishPart(one, extent))};
}

function isObject({type, anyOf}: TSchema): boolean {
  return type === "object" || anyOf?.every(isObject) === true;
}
