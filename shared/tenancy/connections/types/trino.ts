import {Type} from "@sinclair/typebox";
import {closed, Host, Name, secret, withoutBrackets} from "../fields.ts";
import {HEADER, Port, Ssl, sslOf} from "./http.ts";
import {describeType} from "./type.ts";

const FIELDS = Type.Object(
  {
    host: Host,
    port: Port("443, without TLS 8080"),
    catalog: Name({
      maxLength: 200,
      description: "The catalog of table names without one, which introspection reads.",
    }),
    schema: Type.Optional(Name({maxLength: 200, description: "The schema of table names without one."})),
    user: Name({
      maxLength: 200,
      pattern: HEADER,
      description: "The user as whom queries run: at most 200 ASCII characters, without blanks and colons.",
    }),
    password: Type.Optional(secret("For basic authentication. Give either this or `token`.")),
    token: Type.Optional(secret("A JWT or another bearer token. Give either this or `password`.", 16_384)),
    ssl: Type.Optional(Ssl),
  },
  closed,
);

export const trino = describeType("trino", {
  title: "Trino",
  fields: FIELDS,
  secrets: ["password", "token"],
  anchors: ["host", "port", "user", "ssl"],
  complete: ({host, port, schema, password, token, ssl, ...rest}) => {
    const sslMode = sslOf(host, ssl);
    return {
      ...rest,
      host: withoutBrackets(host),
      port: port ?? (sslMode === "disable" ? 8080 : 443),
      ...(schema === undefined ? {} : {schema}),
      password: password ?? "",
      token: token ?? "",
      ssl: sslMode,
    };
  },
});
