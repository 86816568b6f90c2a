import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {type ErrorDetail, ServiceError} from "../errors.ts";
import {parserOf} from "../validate.ts";
import {closed, Host, isLoopbackName, Name, NO_CONTROL, secret} from "./fields.ts";
import {parseServerUrl} from "./server-url.ts";
import type {ConnectionType, ServerConfig, WarehouseConfig} from "./types.ts";
import {isVendor, isVendorConfig, VENDORS, type VendorConfig, type VendorName} from "./vendors.ts";

const Ssl = Type.Union([Type.Literal("disable"), Type.Literal("require"), Type.Literal("verify-full")], {
  description:
    "`require` encrypts without checking the certificate, `verify-full` checks it. Default `require`; `disable` on this machine.",
});
const Schema = Type.String({
  minLength: 1,
  maxLength: 63,
  pattern: NO_CONTROL,
  description: "The schema of unqualified names, and the one that introspection reads unless told otherwise.",
});

export const PostgresFields = Type.Object(
  {
    host: Host,
    port: Type.Optional(Type.Integer({minimum: 1, maximum: 65_535, description: "Default 5432."})),
    database: Type.String({minLength: 1, maxLength: 63, pattern: NO_CONTROL}),
    user: Type.String({minLength: 1, maxLength: 63, pattern: NO_CONTROL}),
    password: Type.Optional(secret("Default empty.")),
    ssl: Type.Optional(Ssl),
    schema: Type.Optional(Schema),
  },
  closed,
);

export const RedshiftFields = Type.Object(
  {
    ...PostgresFields.properties,
    port: Type.Optional(Type.Integer({minimum: 1, maximum: 65_535, description: "Default 5439."})),
    database: Name({maxLength: 127}),
    user: Name({maxLength: 128}),
    schema: Type.Optional(
      Name({
        maxLength: 127,
        description:
          "The schema of unqualified names, and the one that introspection reads unless told otherwise.",
      }),
    ),
  },
  closed,
);

export const PostgresUrl = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 8192,
      description:
        "`postgres://user:password@host:port/database?sslmode=…&schema=…`; no other parameters are known.",
    }),
  },
  closed,
);

export const MysqlFields = Type.Object(
  {
    host: Host,
    port: Type.Optional(Type.Integer({minimum: 1, maximum: 65_535, description: "Default 3306."})),
    database: Type.String({minLength: 1, maxLength: 64, pattern: NO_CONTROL}),
    user: Type.String({minLength: 1, maxLength: 80, pattern: NO_CONTROL}),
    password: Type.Optional(secret("Default empty.")),
    ssl: Type.Optional(Ssl),
  },
  closed,
);

export const MysqlUrl = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 8192,
      description:
        "`mysql://user:password@host:port/database?sslmode=…`, for MariaDB too; no other parameters are known.",
    }),
  },
  closed,
);

export const DuckdbFields = Type.Object(
  {
    path: Type.String({
      minLength: 1,
      maxLength: 4096,
      pattern: NO_CONTROL,
      description: "A DuckDB file in the organization's folder of the warehouse directory.",
    }),
  },
  closed,
);

/** Every type of connection, by the name that the API has for it. */
export const CONNECTION_TYPES: readonly ConnectionType[] = [
  "postgres",
  "duckdb",
  "mysql",
  "redshift",
  ...Object.keys(VENDORS).filter(isVendor),
];
export const Kind = Type.Union(
  CONNECTION_TYPES.map(type => Type.Literal(type)),
  {description: "`mysql` is MariaDB, too."},
);
const parseType = parserOf(Kind);
const parsePostgres = prefixed(PostgresFields);
const parseMysql = prefixed(MysqlFields);
const parseRedshift = prefixed(RedshiftFields);
const parseUrl = prefixed(PostgresUrl);
const parseDuckdb = prefixed(DuckdbFields);
const parseVendorFields = {
  clickhouse: prefixed(VENDORS.clickhouse.fields),
  trino: prefixed(VENDORS.trino.fields),
  bigquery: prefixed(VENDORS.bigquery.fields),
  databricks: prefixed(VENDORS.databricks.fields),
  snowflake: prefixed(VENDORS.snowflake.fields),
};

/** The type of a connection as stored. */
export function connectionType(value: string): ConnectionType {
  return parseType(value);
}

/** A configuration as a caller gives it, checked as far as it can be without the warehouse; `invalid_request` names each fault. */
export function parseConfig(type: ConnectionType, config: unknown): WarehouseConfig {
  if (type === "duckdb") return {type, ...parseDuckdb(config)};
  if (isVendor(type)) return parseVendor(type, config);
  const fromUrl = typeof config === "object" && config !== null && "url" in config;
  const given = fromUrl ? parseServerUrl(type, parseUrl(config).url) : config;
  if (type === "mysql") return {type, ...serverFields(parseMysql(given), 3306)};
  const fields = type === "redshift" ? parseRedshift(given) : parsePostgres(given);
  return {
    type,
    ...serverFields(fields, type === "redshift" ? 5439 : 5432),
    ...(fields.schema === undefined ? {} : {schema: fields.schema}),
  };
}

function serverFields(fields: Static<typeof MysqlFields>, defaultPort: number) {
  const host = fields.host.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: fields.port ?? defaultPort,
    database: fields.database,
    user: fields.user,
    password: fields.password ?? "",
    ssl: fields.ssl ?? (isLoopbackName(host) ? "disable" : "require"),
  };
}

/** By type: each is told apart by its name, which the compiler cannot follow through the record of all of them. */
function parseVendor(type: VendorName, config: unknown): VendorConfig {
  switch (type) {
    case "clickhouse":
      return {type, ...VENDORS.clickhouse.complete(parseVendorFields.clickhouse(config))};
    case "trino":
      return {type, ...VENDORS.trino.complete(parseVendorFields.trino(config))};
    case "bigquery":
      return {type, ...VENDORS.bigquery.complete(parseVendorFields.bigquery(config))};
    case "databricks":
      return {type, ...VENDORS.databricks.complete(parseVendorFields.databricks(config))};
    case "snowflake":
      return {type, ...VENDORS.snowflake.complete(parseVendorFields.snowflake(config))};
  }
}

/** What is shown and stored in the clear, and what is encrypted (`null` where there is nothing to hide). */
export function splitSecrets(config: WarehouseConfig): {
  shown: Record<string, string | number>;
  secret: string | null;
} {
  if (config.type === "duckdb") return {shown: {path: config.path}, secret: null};
  if (isVendorConfig(config)) return splitVendor(config);
  const {type: _, password, ...shown} = config;
  return {shown, secret: JSON.stringify({password})};
}

function splitVendor({type, ...fields}: VendorConfig) {
  const isSecret = ([name]: [string, unknown]) => VENDORS[type].secrets.includes(name);
  const entries: [string, string | number][] = Object.entries(fields);
  const shown = Object.fromEntries(entries.filter(entry => !isSecret(entry)));
  return {shown, secret: JSON.stringify(Object.fromEntries(entries.filter(isSecret)))};
}

const parseSecret = parserOf(Type.Object({password: Type.String()}, closed), "stored secret");

const parseSecrets = parserOf(Type.Record(Type.String(), Type.String()), "stored secrets");

function parsedSecret(hidden: unknown): object {
  return hidden !== null && typeof hidden === "object" && Object.keys(hidden).length > 0
    ? parseSecret(hidden)
    : {};
}

/** The opposite of `splitSecrets`. */
export function joinSecrets(type: ConnectionType, shown: object, secret: string | null): WarehouseConfig {
  const hidden: unknown = secret === null ? {} : JSON.parse(secret);
  return parseConfig(type, {...shown, ...(isVendor(type) ? parseSecrets(hidden) : parsedSecret(hidden))});
}

/**
 * The stored configuration with an edit laid over it; `null` takes an optional key away. The stored password is
 * never sent anywhere else than it was given for: a new host, port or a weaker `ssl` needs it again.
 */
export function mergeConfig(stored: WarehouseConfig, edit: object): WarehouseConfig {
  if (stored.type === "duckdb") return parseConfig("duckdb", {path: stored.path, ...edit});
  if (isVendorConfig(stored)) return mergeVendor(stored, edit);
  const {type, ...fields} = stored;
  const given: object = "url" in edit ? parseServerUrl(type, parseUrl(edit).url) : edit;
  const merged = Object.entries({...fields, ...given}).filter(([, value]) => value !== null);
  const config = parseConfig(type, Object.fromEntries(merged));
  if (!("password" in given) && isServer(config) && reachesElsewhere(stored, config)) {
    const message = "The password is needed again where the host, the port or a weaker ssl is set.";
    throw new ServiceError("invalid_request", message, {errors: [{path: "/config/password", message}]});
  }
  return config;
}

/** The stored secrets stay with what they were given for: who is reached, and as whom. */
function mergeVendor({type, ...fields}: VendorConfig, edit: object): WarehouseConfig {
  const merged = Object.entries({...fields, ...edit}).filter(([, value]) => value !== null);
  const config = parseConfig(type, Object.fromEntries(merged));
  const {secrets, anchors} = VENDORS[type];
  const before = new Map<string, unknown>(Object.entries(fields));
  const after = new Map<string, unknown>(Object.entries(config));
  const moved = anchors.filter(name => before.get(name) !== after.get(name));
  const kept = secrets.filter(name => before.get(name) && after.has(name) && !Object.hasOwn(edit, name));
  const [first] = kept;
  if (moved.length === 0 || first === undefined) return config;
  const message = `With another ${moved.join(" and ")} the secrets are needed again: ${kept.join(", ")}.`;
  throw new ServiceError("invalid_request", message, {
    errors: kept.map(name => ({path: `/config/${name}`, message})),
  });
}

function isServer(config: WarehouseConfig): config is ServerConfig {
  return config.type !== "duckdb" && !isVendorConfig(config);
}

const STRENGTH = {disable: 0, require: 1, "verify-full": 2} as const;

function reachesElsewhere(before: ServerConfig, after: ServerConfig): boolean {
  return (
    before.host.toLowerCase() !== after.host.toLowerCase() ||
    before.port !== after.port ||
    STRENGTH[after.ssl] < STRENGTH[before.ssl]
  );
}

/** Faults found in the configuration are told with their path from the root of the request's body. */
function prefixed<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const parse = parserOf(schema, "config");
  return value => {
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const errors: ErrorDetail[] = (error.details.errors ?? []).map(detail => ({
        ...detail,
        path: `/config${detail.path}`,
      }));
      throw new ServiceError(error.code, error.message, {errors});
    }
  };
}
