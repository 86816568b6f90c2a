import {type Static, Type} from "@sinclair/typebox";
import {capitalised} from "../../ground/one-line.ts";
import {Kind} from "./parse-config.ts";
import {TYPES} from "./types.ts";

const Name = Type.String({minLength: 1, maxLength: 200, pattern: "\\S", description: "For people."});

/** Validated by `parseConfig`, which knows the type; the variants are listed here for the API's documentation. */
const Config = Type.Object(
  {},
  {
    $id: "ConnectionConfig",
    anyOf: Object.entries(TYPES).flatMap(([type, {fields, url}]) => {
      const name = capitalised(type);
      return [{...fields, $id: `${name}Config`}, ...(url ? [{...url.fields, $id: `${name}Url`}] : [])];
    }),
    description: "How to reach the warehouse, by its type.",
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
            "The keys to change; the others keep their values, secrets too. `null` takes an optional key away. " +
            "A new host or port or a weaker `ssl` needs the secrets again; on ClickHouse, Trino, Databricks and " +
            "Snowflake so does another user, client or account.",
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
    id: Type.String(),
    name: Type.String(),
    type: Kind,
    config: Type.Optional(
      Type.Object({}, {description: "Without its secrets; org-admins only.", additionalProperties: true}),
    ),
    createdAt: Type.Optional(Type.String({format: "date-time", description: "Org-admins only."})),
  },
  {$id: "Connection"},
);

export const ConnectionTested = Type.Object(
  {
    version: Type.String({description: "What the warehouse says it is."}),
    latencyMs: Type.Number({description: "How long opening it took, in milliseconds."}),
  },
  {$id: "ConnectionTest"},
);
