import {type Static, Type} from "@sinclair/typebox";

/** A query's run as the API shows it. */
export const RunView = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    model: Type.String(),
    asked: Type.Union(
      [
        Type.Object({dimensions: Type.Array(Type.String()), measures: Type.Array(Type.String())}),
        Type.Null(),
      ],
      {
        description:
          "The names that the query asked for; null where they were not recorded, as for runs by `respond-async`",
      },
    ),
    trigger: Type.String({description: "interactive, batch, async, sql, schedule, action or agent"}),
    status: Type.String({description: "`queued`, `running`, then `succeeded`, `failed` or `cancelled`"}),
    cache: Type.Union([Type.String(), Type.Null()], {
      description:
        "`hit`: from the result cache; `shared`: joined a running statement; `miss`: from the warehouse; null: not recorded, as for runs by `respond-async`",
    }),
    times: Type.Integer({
      description:
        "How many equal queries, answered from the cache in quick succession, this entry counts; otherwise 1",
    }),
    rowCount: Type.Union([Type.Integer(), Type.Null()]),
    sizeBytes: Type.Union([Type.Integer(), Type.Null()]),
    durationMs: Type.Union([Type.Number(), Type.Null()]),
    error: Type.Union([Type.Object({code: Type.String(), message: Type.String()}), Type.Null()]),
    createdAt: Type.String(),
    startedAt: Type.Union([Type.String(), Type.Null()]),
    finishedAt: Type.Union([Type.String(), Type.Null()]),
  },
  {$id: "Run"},
);
export type RunView = Static<typeof RunView>;
