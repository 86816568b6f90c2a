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
    other: {type: "string", description: "Not value: a field"},
    caseSensitive: {type: "boolean"},
    or: {type: "array", items: {type: "object"}, description: "Filters, not a field"},
    and: {type: "array", items: {type: "object"}},
    not: {type: "object"},
    per: {
      type: "array",
      items: {type: "string"},
      description: "With field, op, value: [customers.id] orders.count >= 3",
    },
    some: {type: "string", description: "Model with a row that belongs and fulfils filters"},
    none: {type: "string", description: "The same of no row"},
    filters: {type: "array", items: {type: "object"}, description: "With per, some, none"},
  },
  additionalProperties: false,
};

/**
 * A TypeBox schema as plain JSON Schema for `tools/list`: short, and in forms that every client understands. It may
 * allow more than the original; the call's validation refuses that.
 */
export function publish(schema: TSchema): JsonObject {
  // A schema that is shown in full elsewhere in the same list is not repeated at the cost of tokens.
  if (typeof schema["shortForm"] === "string") {
    const {description, shortForm} = schema;
    const isName = schema.anyOf?.some(({type}: TSchema) => type === "string") === true;
    return {
      ...(isName ? {anyOf: [{type: "string"}, {type: "object"}]} : {type: "object"}),
      description: description === undefined ? shortForm : `${description}: ${shortForm}`,
    };
  }
  if (schema.$id === "Filter" || schema["$ref"] === "Filter") return FILTER;
  const published: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "anyOf") Object.assign(published, publishUnion(schema));
    else if (key === "properties" || key === "patternProperties") published[key] = publishAll(value);
    else if (key === "items") Object.assign(published, itemsOf(schema, value));
    else if (!HIDDEN_KEYWORDS.has(key)) published[key] = value;
  }
  return published;
}

/**
 * The schema of a list's items. Their description is dropped if the list has one, and so is a schema that allows
 * anything.
 */
function itemsOf(list: TSchema, items: TSchema): JsonObject {
  const {description, ...itemSchema} = publish(items);
  const published =
    list.description === undefined && description !== undefined ? {...itemSchema, description} : itemSchema;
  return Object.keys(published).length > 0 ? {items: published} : {};
}

/** Keywords that are left out of the published schema: a validation error explains a violation of each. */
const HIDDEN_KEYWORDS = new Set(["$id", "maxItems", "maxLength", "minItems", "minLength", "pattern"]);

function publishAll(properties: Record<string, TSchema>): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, publish(schema)]));
}

/** A union of literals becomes an enumeration. Null is dropped, because it means the same as leaving the key out. */
function publishUnion(schema: TSchema): JsonObject {
  const variants: TSchema[] = (schema["anyOf"] ?? []).filter((one: TSchema) => one["type"] !== "null");
  const literals = variants.map(one => one["const"]).filter(value => typeof value === "string");
  if (literals.length === variants.length) return {type: "string", enum: literals};
  const [only] = variants;
  return variants.length === 1 && only ? publish(only) : {anyOf: variants.map(publish)};
}
