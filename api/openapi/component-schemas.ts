export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = {readonly [key: string]: Json | undefined};

/** Keywords whose value is data and not a schema. */
const DATA = new Set(["const", "default", "enum", "example", "examples", "required"]);
/** Keywords whose value is an object with names, not keywords, as its keys. */
const BY_NAME = new Set(["properties", "patternProperties"]);

/** Collects the schemas that have a name (`$id`), each once. */
export class ComponentSchemas {
  readonly #schemas: Record<string, JsonObject> = {};
  readonly #known = new Map<JsonObject, JsonObject>();

  /** The collected schemas by name, in alphabetical order. */
  get all(): JsonObject {
    return Object.fromEntries(Object.entries(this.#schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Turns a TypeBox schema into a schema of the document: a schema with a name, at any depth, becomes a reference to its
   * component.
   */
  refer(schema: JsonObject): JsonObject {
    const known = this.#known.get(schema);
    if (known) return known;
    const {$id, ...own} = schema;
    const plain = tidy(this.#inner(own));
    const referred = typeof $id === "string" ? this.#keep($id, plain) : plain;
    this.#known.set(schema, referred);
    return referred;
  }

  #keep($id: string, schema: JsonObject): JsonObject {
    const other = this.#schemas[$id];
    if (other && JSON.stringify(other) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas have the $id "${$id}"`);
    }
    this.#schemas[$id] = schema;
    return {$ref: referenceTo($id)};
  }

  #inner(schema: JsonObject): JsonObject {
    const made: Record<string, Json | undefined> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === "$ref" && typeof value === "string") made[key] = referenceTo(value);
      else if (DATA.has(key)) made[key] = value;
      else if (BY_NAME.has(key) && isObject(value)) {
        made[key] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#value(one)]));
      } else made[key] = this.#value(value);
    }
    return made;
  }

  #value(value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) return value.map(one => this.#value(one) ?? null);
    return isObject(value) ? this.refer(value) : value;
  }
}

/** TypeBox refers to a schema within itself by its bare `$id`. */
function referenceTo(name: string): string {
  return name.startsWith("#") ? name : `#/components/schemas/${name}`;
}

/** Rewrites a schema in the form that people and client generators read best. */
function tidy(schema: JsonObject): JsonObject {
  return openObject(uniformKeys(nullable(enumeration(described(schema)))));
}

/**
 * The keyword `apiDescription` is a description for this document alone. The schemas of agents' tools leave it out,
 * because their list must be short.
 */
function described(schema: JsonObject): JsonObject {
  const {apiDescription, ...rest} = schema;
  return apiDescription === undefined ? schema : {description: apiDescription, ...rest};
}

/** A union of string literals becomes an enumeration. */
function enumeration(schema: JsonObject): JsonObject {
  const {anyOf, ...rest} = schema;
  if (!Array.isArray(anyOf)) return schema;
  const values = anyOf.map(one => (isObject(one) ? one["const"] : undefined));
  return values.every(value => typeof value === "string") ? {...rest, type: "string", enum: values} : schema;
}

/** "One type or null" becomes a type of both: `type: [<type>, "null"]`. */
function nullable(schema: JsonObject): JsonObject {
  const {anyOf, ...rest} = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, none] = anyOf;
  if (!isObject(one) || !isObject(none) || none["type"] !== "null" || typeof one["type"] !== "string") {
    return schema;
  }
  const values = Array.isArray(one["enum"]) ? {enum: [...one["enum"], null]} : {};
  return {...one, ...rest, type: [one["type"], "null"], ...values};
}

/**
 * A record with one key pattern becomes `additionalProperties`, because client generators ignore `patternProperties`.
 */
function uniformKeys(schema: JsonObject): JsonObject {
  const {patternProperties, ...rest} = schema;
  if (!isObject(patternProperties)) return schema;
  const [[pattern, values] = [], ...others] = Object.entries(patternProperties);
  if (pattern === undefined || others.length > 0) return schema;
  if (pattern === ANY_KEY) return {...rest, additionalProperties: values};
  if (rest["additionalProperties"] !== false) return schema;
  return {...rest, propertyNames: {pattern}, additionalProperties: values};
}

const ANY_KEY = "^(.*)$";

/**
 * An object without properties gets `additionalProperties: true`, because some generators would treat the object as always
 * empty.
 */
function openObject(schema: JsonObject): JsonObject {
  const {properties, ...rest} = schema;
  if (schema["type"] !== "object" || (isObject(properties) && Object.keys(properties).length > 0))
    return schema;
  const {type: _, ...union} = rest;
  if (rest["anyOf"]) return union;
  return rest["additionalProperties"] === undefined ? {...rest, additionalProperties: true} : rest;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
