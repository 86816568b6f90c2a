import {type Static, type TObject, Type} from "@sinclair/typebox";
import {ServiceError} from "../errors.ts";
import {parserOf} from "../validate.ts";
import {closed, Host, isLoopbackName, Name, secret} from "./fields.ts";

/** Encrypted with a certificate that is checked, or not at all. */
const Ssl = Type.Union([Type.Literal("disable"), Type.Literal("verify-full")], {
  description: "`verify-full` checks the certificate. Default `verify-full`; `disable` on this machine.",
});
const Port = (usual: string) =>
  Type.Optional(Type.Integer({minimum: 1, maximum: 65_535, description: `Default ${usual}.`}));

/** What goes in a header, and in a basic authorization before its colon. */
const HEADER = "^[!-9;-~]+$";

const ClickhouseFields = Type.Object(
  {
    host: Host,
    port: Port("8443, without TLS 8123"),
    database: Type.Optional(Name({maxLength: 200, description: "Default `default`."})),
    user: Type.Optional(
      Name({maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f:]+$", description: "Default `default`."}),
    ),
    password: Type.Optional(secret("Default empty.")),
    ssl: Type.Optional(Ssl),
  },
  closed,
);

const TrinoFields = Type.Object(
  {
    host: Host,
    port: Port("443, without TLS 8080"),
    catalog: Name({
      maxLength: 200,
      description: "The catalog of names without one, and the one introspected.",
    }),
    schema: Type.Optional(Name({maxLength: 200, description: "The schema of unqualified names."})),
    user: Name({maxLength: 200, pattern: HEADER}),
    password: Type.Optional(secret("Beside it no `token`.")),
    token: Type.Optional(secret("A JWT or another bearer token. Beside it no `password`.", 16_384)),
    ssl: Type.Optional(Ssl),
  },
  closed,
);

const BigqueryFields = Type.Object(
  {
    projectId: Type.Optional(
      Type.String({
        pattern: "^[a-z0-9.:-]{4,100}$",
        description: "The project that runs and pays for the queries. Default that of the service account.",
      }),
    ),
    serviceAccount: secret("The JSON of a service account's key file, as text.", 20_000),
    dataset: Type.Optional(Name({maxLength: 1024, description: "The dataset of unqualified names."})),
    location: Type.Optional(
      Type.String({pattern: "^[A-Za-z0-9-]{1,50}$", description: "Such as `EU` or `europe-west3`."}),
    ),
    maximumBytesBilled: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "A query that would be billed for more fails, and costs nothing.",
      }),
    ),
  },
  closed,
);

const parseKeyFile = parserOf(
  Type.Object({
    client_email: Type.String(),
    private_key: Type.String(),
    project_id: Type.Optional(Type.String()),
  }),
  "service account",
);

/** What a key file says of its service account. */
export function serviceAccountOf(text: string): {
  clientEmail: string;
  privateKey: string;
  projectId?: string;
} {
  try {
    const file = parseKeyFile(JSON.parse(text));
    return {
      clientEmail: file.client_email,
      privateKey: file.private_key,
      ...(file.project_id === undefined ? {} : {projectId: file.project_id}),
    };
  } catch (cause) {
    const message =
      "A service account's key file is JSON with `client_email` and `private_key`: paste the whole file.";
    const errors = [{path: "/config/serviceAccount", message}];
    throw new ServiceError("invalid_request", message, {errors, cause});
  }
}

const DatabricksFields = Type.Object(
  {
    host: Type.String({
      pattern: "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$",
      maxLength: 253,
      description: "The workspace's host name, such as `dbc-a1b2.cloud.databricks.com`.",
    }),
    warehouseId: Type.String({pattern: "^[A-Za-z0-9_-]{1,100}$", description: "The id of a SQL warehouse."}),
    catalog: Type.Optional(Name({maxLength: 255, description: "The catalog of names without one."})),
    schema: Type.Optional(Name({maxLength: 255, description: "The schema of unqualified names."})),
    token: Type.Optional(secret("A personal access token. Beside it no `clientId`.")),
    clientId: Type.Optional(
      Type.String({
        pattern: HEADER,
        maxLength: 200,
        description: "The application id of a service principal (OAuth).",
      }),
    ),
    clientSecret: Type.Optional(secret("Its OAuth secret.")),
  },
  closed,
);

function requireDatabricksLogin({token, clientId, clientSecret}: Static<typeof DatabricksFields>): void {
  const [hasToken, hasClient] = [Boolean(token), clientId !== undefined];
  if (hasToken !== hasClient && (!hasClient || clientSecret)) return;
  const message = "Either a `token` is needed, or a `clientId` with its `clientSecret`.";
  throw new ServiceError("invalid_request", message, {errors: [{path: "/config/token", message}]});
}

const SnowflakeFields = Type.Object(
  {
    account: Type.String({
      pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*(\\.[A-Za-z0-9-]+){0,3}$",
      maxLength: 200,
      description:
        "The account identifier, such as `myorg-account`: what stands before `.snowflakecomputing.com`.",
    }),
    user: Name({maxLength: 255}),
    privateKey: secret(
      "The private key of the user's key pair in PEM, whose public key Snowflake has.",
      20_000,
    ),
    privateKeyPassphrase: Type.Optional(secret("Of a key that is encrypted.")),
    warehouse: Type.Optional(Name({maxLength: 255, description: "Default the user's."})),
    database: Type.Optional(Name({maxLength: 255, description: "Default the user's."})),
    schema: Type.Optional(Name({maxLength: 255, description: "The schema of unqualified names."})),
    role: Type.Optional(Name({maxLength: 255, description: "Default the user's."})),
  },
  closed,
);

/** A type of warehouse whose configuration has no form but its fields. */
interface Vendor<T extends TObject, C> {
  /** As its users call it. */
  title: string;
  fields: T;
  /** What is encrypted. */
  secrets: readonly string[];
  /** Where a change of these sends the secrets elsewhere, they are needed again. */
  anchors: readonly string[];
  /** The configuration as it is stored and opened, with its defaults. */
  complete(fields: Static<T>): C;
}

function vendor<T extends TObject, C>(described: Vendor<T, C>): Vendor<T, C> {
  return described;
}

/** The warehouses that are asked over HTTP. */
export const VENDORS = {
  clickhouse: vendor({
    title: "ClickHouse",
    fields: ClickhouseFields,
    secrets: ["password"],
    anchors: ["host", "port", "user", "ssl"],
    complete: ({host, port, database, user, password, ssl}) => {
      const way = ssl ?? (isLoopbackName(host) ? "disable" : "verify-full");
      return {
        host: withoutBrackets(host),
        port: port ?? (way === "disable" ? 8123 : 8443),
        database: database ?? "default",
        user: user ?? "default",
        password: password ?? "",
        ssl: way,
      };
    },
  }),
  trino: vendor({
    title: "Trino",
    fields: TrinoFields,
    secrets: ["password", "token"],
    anchors: ["host", "port", "user", "ssl"],
    complete: ({host, port, schema, password, token, ssl, ...rest}) => {
      const way = ssl ?? (isLoopbackName(host) ? "disable" : "verify-full");
      return {
        ...rest,
        host: withoutBrackets(host),
        port: port ?? (way === "disable" ? 8080 : 443),
        ...(schema === undefined ? {} : {schema}),
        password: password ?? "",
        token: token ?? "",
        ssl: way,
      };
    },
  }),
  bigquery: vendor({
    title: "BigQuery",
    fields: BigqueryFields,
    secrets: ["serviceAccount"],
    anchors: [],
    complete: fields => {
      const {projectId: own} = serviceAccountOf(fields.serviceAccount);
      const projectId = fields.projectId ?? own;
      if (projectId === undefined || !/^[a-z0-9.:-]+$/.test(projectId)) {
        const message = "The `projectId` is needed: the service account names none.";
        throw new ServiceError("invalid_request", message, {errors: [{path: "/config/projectId", message}]});
      }
      return {...fields, projectId};
    },
  }),
  databricks: vendor({
    title: "Databricks",
    fields: DatabricksFields,
    secrets: ["token", "clientSecret"],
    anchors: ["host", "clientId"],
    complete: fields => {
      requireDatabricksLogin(fields);
      const {token = "", clientSecret = "", host, ...rest} = fields;
      return {...rest, host: host.toLowerCase(), token, clientSecret};
    },
  }),
  snowflake: vendor({
    title: "Snowflake",
    fields: SnowflakeFields,
    secrets: ["privateKey", "privateKeyPassphrase"],
    anchors: ["account", "user"],
    complete: ({privateKeyPassphrase = "", ...fields}) => ({...fields, privateKeyPassphrase}),
  }),
};

export type VendorName = keyof typeof VENDORS;

/** The configuration of each, as a worker opens it. */
export type VendorConfig = {
  [N in VendorName]: {type: N} & ReturnType<(typeof VENDORS)[N]["complete"]>;
}[VendorName];

export function isVendorConfig<T extends {type: string}>(
  config: T,
): config is Extract<T, {type: VendorName}> {
  return isVendor(config.type);
}

export function isVendor(type: string): type is VendorName {
  return Object.hasOwn(VENDORS, type);
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
