import {type Static, Type} from "@sinclair/typebox";

const SqlParameter = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** A statement as `POST /api/sql` takes it. */
export const SqlStatement = Type.Object(
  {
    sql: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description: "One `select` in Postgres' SQL. `MEASURE(name)` is a measure of the layer",
    }),
    projectId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "The project whose models and datasets are the tables. Default: the default project",
      }),
    ),
    parameters: Type.Optional(
      Type.Array(SqlParameter, {maxItems: 10_000, description: "The values of `$1`, `$2`, …, in order"}),
    ),
  },
  {additionalProperties: false, $id: "SqlStatement"},
);
export type SqlStatement = Static<typeof SqlStatement>;
