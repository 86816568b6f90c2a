import {type Static, Type} from "@sinclair/typebox";
import {invalidAt} from "../../../core/errors.ts";
import {closed, Name, secret} from "../fields.ts";
import {HEADER} from "./http.ts";
import {describeType} from "./type.ts";

const FIELDS = Type.Object(
  {
    host: Type.String({
      pattern: "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$",
      maxLength: 253,
      description: "The workspace's host name, such as `dbc-a1b2.cloud.databricks.com`.",
    }),
    warehouseId: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,100}$",
      description: "The id of the SQL warehouse that runs the queries.",
    }),
    catalog: Type.Optional(Name({maxLength: 255, description: "The catalog of table names without one."})),
    schema: Type.Optional(Name({maxLength: 255, description: "The schema of table names without one."})),
    token: Type.Optional(
      secret("A personal access token. Give either this, or `clientId` and `clientSecret`."),
    ),
    clientId: Type.Optional(
      Type.String({
        pattern: HEADER,
        maxLength: 200,
        description: "The application id of a service principal (OAuth).",
      }),
    ),
    clientSecret: Type.Optional(secret("The OAuth secret of `clientId`.")),
  },
  closed,
);

function requireLogin({token, clientId, clientSecret}: Static<typeof FIELDS>): void {
  const [hasToken, hasClient] = [Boolean(token), clientId !== undefined];
  if (hasToken !== hasClient && (!hasClient || clientSecret)) return;
  throw invalidAt("/config/token", "Either a `token` is needed, or a `clientId` with its `clientSecret`.");
}

export const databricks = describeType("databricks", {
  title: "Databricks",
  fields: FIELDS,
  secrets: ["token", "clientSecret"],
  anchors: ["host", "clientId"],
  complete: fields => {
    requireLogin(fields);
    const {token = "", clientSecret = "", host, ...rest} = fields;
    return {...rest, host: host.toLowerCase(), token, clientSecret};
  },
});
