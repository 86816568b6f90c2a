import {Type} from "@sinclair/typebox";
import {closed, Name} from "../fields.ts";
import {completeServer, SERVER_SECRETS, serverFields} from "./server.ts";
import {UrlFields} from "./server-url.ts";
import {describeType} from "./type.ts";

/** A server that speaks Postgres' protocol. */
function describeServer<N extends "postgres" | "redshift">(
  type: N,
  {
    title,
    port,
    longest,
  }: {title: string; port: number; longest: Record<"database" | "user" | "schema", number>},
  protocol: RegExp,
) {
  return describeType(type, {
    title,
    fields: Type.Object(
      {
        ...serverFields(port, longest),
        schema: Type.Optional(
          Name({
            maxLength: longest.schema,
            description: "The schema of table names without one, which introspection reads by default.",
          }),
        ),
      },
      closed,
    ),
    url: {
      protocol,
      example: `${type}://user:password@host:${port}/database`,
      known: ["sslmode", "schema"],
      fields: UrlFields(
        `\`${type}://user:password@host:port/database?sslmode=…&schema=…\`; other parameters are refused.`,
      ),
    },
    ...SERVER_SECRETS,
    complete: ({schema, ...fields}) => ({
      ...completeServer(fields, port),
      ...(schema === undefined ? {} : {schema}),
    }),
  });
}

export const postgres = describeServer(
  "postgres",
  {title: "PostgreSQL", port: 5432, longest: {database: 63, user: 63, schema: 63}},
  /^postgres(ql)?:$/,
);

export const redshift = describeServer(
  "redshift",
  {title: "Amazon Redshift", port: 5439, longest: {database: 127, user: 128, schema: 127}},
  /^(redshift|postgres(ql)?):$/,
);
