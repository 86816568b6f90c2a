import {Type} from "@sinclair/typebox";
import {isLoopback} from "../../../core/network.ts";
import {Host, Name, secret, withoutBrackets} from "../fields.ts";

const Ssl = Type.Union([Type.Literal("disable"), Type.Literal("require"), Type.Literal("verify-full")], {
  description:
    "`disable`: no encryption; `require`: TLS without checking the certificate; `verify-full`: TLS with a checked certificate. Default `require`, or `disable` for a loopback host.",
});

/** The fields of a server. `port` is the default one, `longest` the maximum lengths of names. */
export function serverFields(port: number, longest: {database: number; user: number}) {
  return {
    host: Host,
    port: Type.Optional(Type.Integer({minimum: 1, maximum: 65_535, description: `Default ${port}.`})),
    database: Name({maxLength: longest.database, description: "The database with the tables."}),
    user: Name({maxLength: longest.user, description: "The user that the statements run as."}),
    password: Type.Optional(secret("Default empty.")),
    ssl: Type.Optional(Ssl),
  };
}

/** Fields that are stored encrypted, and fields (`anchors`) whose change sends the encrypted ones to another server. */
export const SERVER_SECRETS = {secrets: ["password"], anchors: ["host", "port", "ssl"]} as const;

interface ServerFields {
  host: string;
  port?: number;
  database: string;
  user: string;
  password?: string;
  ssl?: "disable" | "require" | "verify-full";
}

export function completeServer(fields: ServerFields, defaultPort: number) {
  const host = withoutBrackets(fields.host);
  return {
    host,
    port: fields.port ?? defaultPort,
    database: fields.database,
    user: fields.user,
    password: fields.password ?? "",
    ssl: fields.ssl ?? (isLoopback(host) ? "disable" : "require"),
  };
}
