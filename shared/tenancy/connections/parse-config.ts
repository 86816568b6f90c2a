import {Type} from "@sinclair/typebox";
import {ServiceError} from "../../core/errors.ts";
import {parserOf} from "../../core/validate.ts";
import {type ConnectionType, TYPES, type WarehouseConfig} from "./types.ts";

/** Every type of connection, by its name in the API. */
export const CONNECTION_TYPES: readonly ConnectionType[] = Object.keys(TYPES).filter(isType);
export const Kind = Type.Union(
  CONNECTION_TYPES.map(type => Type.Literal(type)),
  {$id: "ConnectionType", description: "`mysql` is for MySQL and MariaDB."},
);
const parseType = parserOf(Kind);

function isType(name: string): name is ConnectionType {
  return Object.hasOwn(TYPES, name);
}

/** The type of a connection as stored. */
export function connectionType(value: string): ConnectionType {
  return parseType(value);
}

/**
 * Parses a configuration from a caller, as far as possible without the warehouse. `invalid_request` names each fault.
 */
export function parseConfig(type: ConnectionType, config: unknown): WarehouseConfig {
  return TYPES[type].parse(config);
}

/**
 * Splits a configuration into the public part, stored in the clear, and the secrets to be encrypted (`null` if there
 * are none).
 */
export function splitSecrets({type, ...fields}: WarehouseConfig): {
  plain: Record<string, string | number>;
  secret: string | null;
} {
  const {secrets}: {secrets: readonly string[]} = TYPES[type];
  const isSecret = ([name]: [string, unknown]) => secrets.includes(name);
  const entries: [string, string | number][] = Object.entries(fields);
  const hidden = Object.fromEntries(entries.filter(isSecret));
  return {
    plain: Object.fromEntries(entries.filter(entry => !isSecret(entry))),
    secret: secrets.length === 0 ? null : JSON.stringify(hidden),
  };
}

const parseSecrets = parserOf(Type.Record(Type.String(), Type.String()), "stored secrets");

/** The inverse of `splitSecrets`. */
export function joinSecrets(type: ConnectionType, plain: object, secret: string | null): WarehouseConfig {
  return parseConfig(type, {...plain, ...(secret === null ? {} : parseSecrets(JSON.parse(secret)))});
}

/**
 * The stored configuration with an edit applied; `null` removes an optional key. Secrets must be sent again when the
 * edit sends them to another server or user, so that an editor cannot reveal them.
 */
export function mergeConfig({type, ...fields}: {type: ConnectionType}, edit: object): WarehouseConfig {
  const {secrets, anchors, expandUrl, fields: schema}: MergedType = TYPES[type];
  const given = expandUrl(edit);
  // An unknown key stays, so that it is refused.
  const merged = Object.entries({...fields, ...given}).filter(
    ([name, value]) => value !== null || !Object.hasOwn(schema.properties, name),
  );
  const config = parseConfig(type, Object.fromEntries(merged));
  const before = new Map<string, unknown>(Object.entries(fields));
  const after = new Map<string, unknown>(Object.entries(config));
  const moved = anchors.filter(name => redirectsSecrets(name, before.get(name), after.get(name)));
  const retainedSecrets = secrets.filter(
    name => before.get(name) && after.has(name) && !Object.hasOwn(given, name),
  );
  if (moved.length === 0 || retainedSecrets.length === 0) return config;
  const message = `With another ${moved.join(" and ")} the secrets are needed again: ${retainedSecrets.join(", ")}.`;
  throw new ServiceError("invalid_request", message, {
    errors: retainedSecrets.map(name => ({path: `/config/${name}`, message})),
  });
}

type MergedType = Pick<(typeof TYPES)[ConnectionType], "secrets" | "anchors" | "expandUrl" | "fields">;

const STRENGTH: Readonly<Record<string, number>> = {disable: 0, require: 1, "verify-full": 2};

/**
 * Whether a change sends secrets to another server or user, or with weaker encryption. Host names that differ only in
 * case, and stronger encryption, do not count.
 */
function redirectsSecrets(name: string, before: unknown, after: unknown): boolean {
  if (name === "ssl") return (STRENGTH[String(after)] ?? 0) < (STRENGTH[String(before)] ?? 0);
  if (name === "host") return String(before).toLowerCase() !== String(after).toLowerCase();
  return before !== after;
}
