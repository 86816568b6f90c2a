import type {TSchema} from "@sinclair/typebox";
import {OPERATORS} from "../semantic/operators.ts";

export type JsonObject = {readonly [key: string]: Json};
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** Conditions nest, and many clients cannot follow a schema into itself: one level is shown, the rest is said. */
const FILTER: JsonObject = {
  type: "object",
  properties: {
    field: {type: "string"},
    op: {type: "string", description: OPERATORS.join(" ")},
    value: {
      anyOf: ["string", "number", "boolean", "array", "object"].map(type => ({type})),
      description: "Scalar; array for in and between; {unit, count} for in_past and in_next",
    },
    or: {type: "array", items: {type: "object"}, description: "Instead of field and op: filters"},
    and: {type: "array", items: {type: "object"}},
  },
  additionalProperties: false,
};

/**
 * A TypeBox schema as plain JSON Schema for `tools/list`: short, and of forms that every client understands. What
 * it lets through beyond the schema is refused by the check of the call.
 */
export function publish(schema: TSchema): JsonObject {
  if (schema.$id === "Filter" || schema["$ref"] === "Filter") return FILTER;
  // Said before in the same list: it need not be paid for again.
  if (typeof schema["shownAs"] === "string")
    return {type: "object", description: `${schema.description ?? ""}: ${schema["shownAs"]}`};
  const shown: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "anyOf") Object.assign(shown, publishUnion(schema));
    else if (key === "properties") shown[key] = publishAll(value);
    else if (key === "items") Object.assign(shown, itemsOf(schema, value));
    else if (!UNTOLD.has(key)) shown[key] = value;
  }
  return shown;
}

/** What the list says of itself goes for its items; of items that can be anything nothing is said. */
function itemsOf(list: TSchema, items: TSchema): JsonObject {
  const {description, ...shown} = publish(items);
  const told = list.description === undefined && description !== undefined ? {...shown, description} : shown;
  return Object.keys(told).length > 0 ? {items: told} : {};
}

/** What the check tells whoever comes across it. */
const UNTOLD = new Set(["$id", "maxLength", "minLength", "pattern"]);

function publishAll(properties: Record<string, TSchema>): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, publish(schema)]));
}

/** Literals are an enumeration; null is the same as to leave it out. */
function publishUnion(schema: TSchema): JsonObject {
  const variants: TSchema[] = (schema["anyOf"] ?? []).filter((one: TSchema) => one["type"] !== "null");
  const literals = variants.map(one => one["const"]).filter(value => typeof value === "string");
  if (literals.length === variants.length) return {type: "string", enum: literals};
  const [only] = variants;
  return variants.length === 1 && only ? publish(only) : {anyOf: variants.map(publish)};
}
