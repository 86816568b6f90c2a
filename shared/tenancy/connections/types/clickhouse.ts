import {Type} from "@sinclair/typebox";
import {closed, Host, Name, secret, withoutBrackets} from "../fields.ts";
import {Port, Ssl, sslOf} from "./http.ts";
import {describeType} from "./type.ts";

const FIELDS = Type.Object(
  {
    host: Host,
    port: Port("8443, or 8123 with `ssl: disable`"),
    database: Type.Optional(Name({maxLength: 200, description: "Default `default`."})),
    user: Type.Optional(
      Name({maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f:]+$", description: "Default `default`."}),
    ),
    password: Type.Optional(secret("Default: empty.")),
    ssl: Type.Optional(Ssl),
  },
  closed,
);

export const clickhouse = describeType("clickhouse", {
  title: "ClickHouse",
  fields: FIELDS,
  secrets: ["password"],
  anchors: ["host", "port", "user", "ssl"],
  complete: ({host, port, database, user, password, ssl}) => {
    const sslMode = sslOf(host, ssl);
    return {
      host: withoutBrackets(host),
      port: port ?? (sslMode === "disable" ? 8123 : 8443),
      database: database ?? "default",
      user: user ?? "default",
      password: password ?? "",
      ssl: sslMode,
    };
  },
});
