import {type Static, Type} from "@sinclair/typebox";

const SqlParameter = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** A statement as `POST /api/sql` takes it. */
export const SqlStatement = Type.Object(
  {
    sql: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description: "One statement in Postgres' SQL. `MEASURE(name)` is a measure of the layer",
    }),
    projectId: Type.Optional(Type.String({maxLength: 64, description: "Default: the default project"})),
    parameters: Type.Optional(
      Type.Array(SqlParameter, {maxItems: 10_000, description: "Values of `$1`, `$2`, …"}),
    ),
  },
  {additionalProperties: false, $id: "SqlStatement"},
);
export type SqlStatement = Static<typeof SqlStatement>;
