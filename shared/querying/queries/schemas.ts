import {type Static, Type} from "@sinclair/typebox";

/** A query's run as the API shows it. */
export const RunView = Type.Object(
  {
    id: Type.String({description: "The id of the run."}),
    projectId: Type.String({description: "The project of the model."}),
    model: Type.String({description: "The model of the query."}),
    asked: Type.Union(
      [
        Type.Object({
          dimensions: Type.Array(Type.String(), {description: "The names of the dimensions."}),
          measures: Type.Array(Type.String(), {description: "The names of the measures."}),
        }),
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
    rowCount: Type.Union([Type.Integer(), Type.Null()], {
      description: "The rows of the result; null: there is none.",
    }),
    sizeBytes: Type.Union([Type.Integer(), Type.Null()], {
      description: "The size of the result, in bytes; null: there is none.",
    }),
    durationMs: Type.Union([Type.Number(), Type.Null()], {
      description: "How long the run took, in milliseconds; null: it has not ended.",
    }),
    error: Type.Union(
      [
        Type.Object({
          code: Type.String({description: "The stable code of the error."}),
          message: Type.String({description: "What went wrong, in a sentence."}),
        }),
        Type.Null(),
      ],
      {description: "Why the run failed; null: it did not."},
    ),
    createdAt: Type.String({description: "When the query came."}),
    startedAt: Type.Union([Type.String(), Type.Null()], {
      description: "When it began; null: it has not begun.",
    }),
    finishedAt: Type.Union([Type.String(), Type.Null()], {
      description: "When it ended; null: it has not ended.",
    }),
  },
  {$id: "Run"},
);
export type RunView = Static<typeof RunView>;
