import {capitalised} from "../../../../shared/core/one-line.ts";
/** A type of connection, as `GET /api/connections/types` describes it. */
export interface ConnectionType {
  type: string;
  title: string;
  config: {required?: string[]; properties: Readonly<Record<string, Property>>};
}

interface Property {
  type?: string;
  description?: string;
  writeOnly?: boolean;
  maxLength?: number;
  anyOf?: {const: string}[];
}

/** A connection, as `GET /api/connections/{id}` answers: `config` only for org-admins, and never with secrets. */
export interface Connection {
  id: string;
  name: string;
  type: string;
  config?: Readonly<Record<string, string | number>>;
  createdAt?: string;
}

/** One control of the form for a type of connection. */
export interface ConfigField {
  name: string;
  label: string;
  hint: string;
  kind: "text" | "number" | "choice" | "secret" | "secret_lines";
  isRequired: boolean;
  choices: readonly string[];
}

/** The texts typed into the controls, by the names of the controls. A control that nobody has used is missing. */
export type Typed = Readonly<Record<string, string>>;

/** A secret that may be longer than this is a key file, which has lines. */
const MAX_LINE_LENGTH = 4096;
/** A sentence in the descriptions of secrets. Hints leave it out, because the form says the same. */
const ABOUT_SECRETS = "Stored encrypted, never returned.";
const WORDS: Readonly<Record<string, string>> = {ssl: "TLS"};

/** The controls of a type's configuration: required fields and secrets first, otherwise in the order of the schema. */
export function configFields({config: {required = [], properties}}: ConnectionType): ConfigField[] {
  const fields = Object.entries(properties).map(([name, property]): ConfigField => {
    const {description = "", anyOf = []} = property;
    return {
      name,
      label: WORDS[name] ?? titleOfKey(name),
      hint: description.replace(ABOUT_SECRETS, "").trim(),
      kind: kindOf(property),
      isRequired: required.includes(name),
      choices: anyOf.map(choice => choice.const),
    };
  });
  const isMain = ({isRequired, kind}: ConfigField) => isRequired || kind.startsWith("secret");
  return [...fields.filter(isMain), ...fields.filter(field => !isMain(field))];
}

/** Whether the control is seldom needed: it is then under "More settings". */
export function isSeldom({isRequired, kind, name}: ConfigField): boolean {
  return !isRequired && !kind.startsWith("secret") && !["port", "ssl"].includes(name);
}

function kindOf({type, writeOnly, maxLength = 0, anyOf}: Property): ConfigField["kind"] {
  if (writeOnly) return maxLength > MAX_LINE_LENGTH ? "secret_lines" : "secret";
  if (anyOf) return "choice";
  return type === "integer" || type === "number" ? "number" : "text";
}

/** `maximumBytesBilled` as "Maximum bytes billed". */
function titleOfKey(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return capitalised(words);
}

/** The configuration of a new connection. Empty fields are left out, and have their defaults. */
export function newConfig(fields: readonly ConfigField[], typed: Typed): Record<string, string | number> {
  const given = fields.flatMap(field => {
    const text = typed[field.name] ?? "";
    return text === "" ? [] : [[field.name, configValue(field, text)] as const];
  });
  return Object.fromEntries(given);
}

/**
 * The changes that an edit makes to a configuration. An emptied control removes its key (null); an empty secret stays
 * as it is.
 */
export function changedConfig(
  fields: readonly ConfigField[],
  before: Readonly<Record<string, string | number>>,
  typed: Typed,
): Record<string, string | number | null> {
  const changes = fields.flatMap((field): [string, string | number | null][] => {
    const text = typed[field.name];
    if (text === undefined || text === String(before[field.name] ?? "")) return [];
    if (text !== "") return [[field.name, configValue(field, text)]];
    return field.kind.startsWith("secret") ? [] : [[field.name, null]];
  });
  return Object.fromEntries(changes);
}

function configValue({kind}: ConfigField, text: string): string | number {
  // Text that is no number is sent unchanged, so that the service returns the error.
  return kind === "number" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/**
 * An address as people paste it: its password is often not percent-encoded, and may contain `/`, `#`, `?` and `@`,
 * which a URL parser would take for the end of the password.
 */
const RAW_ADDRESS =
  /^[a-z][a-z0-9+.-]*:\/\/(?:(?<user>[^:/?#@]*)(?::(?<password>.*?))?@)?(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::(?<port>\d+))?(?:\/(?<database>[^/?#@]*))?(?:\?(?<settings>[^#]*))?$/i;

/** The parts of a pasted address such as `postgres://user:password@host:5432/database?sslmode=require`. */
export function fromAddress(fields: readonly ConfigField[], text: string): Typed | undefined {
  const parts = RAW_ADDRESS.exec(text.trim())?.groups;
  if (!parts) return undefined;
  const {user = "", password = "", host = "", port = "", database = "", settings = ""} = parts;
  const search = new URLSearchParams(settings);
  const given = {
    host,
    port,
    database: decoded(database),
    user: decoded(user),
    password: decoded(password),
    ssl: search.get("sslmode") ?? "",
    schema: search.get("schema") ?? "",
  };
  const known = new Set(fields.map(({name}) => name));
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => known.has(name) && value !== ""));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A name for a connection without one: its database, dataset, catalog or path, else the title of its type. */
export function suggestedName({title}: ConnectionType, typed: Typed): string {
  return typed["database"] || typed["dataset"] || typed["catalog"] || typed["path"] || title;
}
