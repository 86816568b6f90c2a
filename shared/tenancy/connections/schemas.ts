import {type Static, Type} from "@sinclair/typebox";
import {capitalised} from "../../core/one-line.ts";
import {Kind} from "./parse-config.ts";
import {TYPES} from "./types.ts";

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: "\\S",
  description: "The name that people see, 1 to 200 characters, not only blanks.",
});

/** Validated by `parseConfig`, which knows the type; the variants are listed here for the API's documentation. */
const Config = Type.Object(
  {},
  {
    $id: "ConnectionConfig",
    anyOf: Object.entries(TYPES).flatMap(([type, {fields, url}]) => {
      const name = capitalised(type);
      return [{...fields, $id: `${name}Config`}, ...(url ? [{...url.fields, $id: `${name}Url`}] : [])];
    }),
    description: "How to reach the warehouse; its keys depend on `type`.",
  },
);

export const ConnectionInput = Type.Object(
  {name: Name, type: Kind, config: Config},
  {$id: "ConnectionInput", additionalProperties: false},
);
export type ConnectionInput = Static<typeof ConnectionInput>;

export const ConnectionEdit = Type.Object(
  {
    name: Type.Optional(Name),
    config: Type.Optional(
      Type.Object(
        {},
        {
          description:
            "The keys to change; the others keep their values, also secrets. `null` removes an optional key. " +
            "With another host or port or a weaker `ssl` the secrets must be given again; on ClickHouse, Trino, Databricks and " +
            "Snowflake also with another user, client or account.",
        },
      ),
    ),
    type: Type.Optional(Type.String({description: "Cannot be changed."})),
    id: Type.Optional(Type.Unknown({description: "Read-only."})),
    createdAt: Type.Optional(Type.Unknown({description: "Read-only."})),
  },
  {$id: "ConnectionEdit", additionalProperties: false},
);
export type ConnectionEdit = Static<typeof ConnectionEdit>;

export const ConnectionView = Type.Object(
  {
    id: Type.String({description: "The id of the connection."}),
    name: Type.String({description: "The name that people see."}),
    type: Kind,
    config: Type.Optional(
      Type.Object(
        {},
        {
          description: "The configuration without its secrets. Only for org-admins.",
          additionalProperties: true,
        },
      ),
    ),
    createdAt: Type.Optional(Type.String({format: "date-time", description: "Only for org-admins."})),
  },
  {$id: "Connection"},
);

export const ConnectionTested = Type.Object(
  {
    version: Type.String({description: "The warehouse's name and version, as it reports them."}),
    latencyMs: Type.Number({description: "How long it took to connect, in milliseconds."}),
  },
  {$id: "ConnectionTest"},
);
