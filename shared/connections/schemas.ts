import {type Static, Type} from "@sinclair/typebox";
import {
  DuckdbFields,
  Kind,
  MysqlFields,
  MysqlUrl,
  PostgresFields,
  PostgresUrl,
  RedshiftFields,
} from "./parse-config.ts";
import {VENDORS} from "./vendors.ts";

const Name = Type.String({minLength: 1, maxLength: 200, pattern: "\\S", description: "For people."});

/** Checked by `parseConfig`, which knows the type; the variants stand here for readers. */
const Config = Type.Object(
  {},
  {
    anyOf: [
      PostgresFields,
      PostgresUrl,
      MysqlFields,
      MysqlUrl,
      DuckdbFields,
      RedshiftFields,
      ...Object.values(VENDORS).map(({fields}) => fields),
    ],
    description: "How to reach the warehouse, by its type.",
  },
);

export const ConnectionInput = Type.Object(
  {name: Name, type: Kind, config: Config},
  {additionalProperties: false},
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
            "The keys to change; the others keep their values, the password too. `null` takes an optional key away. " +
            "A new host, port or a weaker `ssl` needs the password again.",
        },
      ),
    ),
    type: Type.Optional(Type.String({description: "Cannot be changed."})),
    id: Type.Optional(Type.Unknown({description: "Read-only."})),
    createdAt: Type.Optional(Type.Unknown({description: "Read-only."})),
  },
  {additionalProperties: false},
);
export type ConnectionEdit = Static<typeof ConnectionEdit>;

export const ConnectionView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Kind,
  config: Type.Optional(
    Type.Object({}, {description: "Without its secrets; org-admins only.", additionalProperties: true}),
  ),
  createdAt: Type.Optional(Type.String({format: "date-time", description: "Org-admins only."})),
});

export const ConnectionTested = Type.Object({
  version: Type.String({description: "What the warehouse says it is."}),
  latencyMs: Type.Number({description: "How long opening it took, in milliseconds."}),
});
