import {type Static, Type} from "@sinclair/typebox";
import {BuiltColumn, Rollup} from "../../semantic/documents.ts";

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A file of a roll-up, with the period that it holds: its first day, `null` for rows without a time. */
export const RollupFile = Type.Object({
  id: Type.String(),
  period: Type.Optional(nullable(Type.String())),
  rowCount: Type.Integer(),
  sizeBytes: Type.Integer(),
  /** The CRC-32 of the file, as hexadecimal digits. Files of an earlier version have none. */
  crc32: Type.Optional(Type.String()),
});
export type RollupFile = Static<typeof RollupFile>;

export const BuildTrigger = Type.Object(
  {
    type: Type.Union([Type.Literal("layer"), Type.Literal("cadence"), Type.Literal("manual")], {
      description:
        "`layer`: a new version of the layer, or another change that concerns it; `cadence`: its `refresh`; `manual`: by hand.",
    }),
    by: Type.Optional(Type.String({description: "The principal who requested the build."})),
  },
  {description: "Why the build began."},
);
export type BuildTrigger = Static<typeof BuildTrigger>;

/** The columns and files that a build has stored. */
export const StoredBuild = Type.Object({columns: Type.Array(BuiltColumn), files: Type.Array(RollupFile)});
export type StoredBuild = Static<typeof StoredBuild>;

export const BuildStatus = Type.Union(
  (["queued", "running", "succeeded", "failed", "cancelled", "skipped"] as const).map(one =>
    Type.Literal(one),
  ),
  {
    description:
      "`queued` and `running` have not ended, the others are final. `skipped`: nothing was built, and `error` says why.",
  },
);

export const RollupBuild = Type.Object({
  id: Type.String({description: "The id of the build."}),
  status: BuildStatus,
  trigger: BuildTrigger,
  createdAt: Type.String({description: "When the build was queued."}),
  startedAt: {...nullable(Type.String()), description: "When it began; null: it has not begun."},
  finishedAt: {...nullable(Type.String()), description: "When it ended; null: it has not ended."},
  rowCount: {...nullable(Type.Integer()), description: "The rows that were stored; null: none."},
  sizeBytes: {...nullable(Type.Integer()), description: "Their size, in bytes; null: none."},
  error: {...nullable(Type.String()), description: "Why the build failed; null: it did not."},
});
export type RollupBuild = Static<typeof RollupBuild>;

export const RollupView = Type.Object(
  {
    name: Type.String({description: "The name of the roll-up in the layer."}),
    model: Type.String({description: "The model whose queries it answers."}),
    state: Type.Union(
      [Type.Literal("unbuilt"), Type.Literal("fresh"), Type.Literal("stale"), Type.Literal("unfit")],
      {
        description:
          "`fresh`: it answers queries. `stale`: the layer, the connection or the first day of the week has changed since it was built. `unfit`: the layer no longer has what it stores. `unbuilt`: there is no build yet, its table is gone, or one of its files is damaged or missing",
      },
    ),
    why: nullable(Type.String({description: "Why the roll-up answers no queries; null: it answers queries"})),
    dataAsOf: nullable(
      Type.String({
        description: "The time up to which changes in the warehouse are included; null: not built",
      }),
    ),
    rowCount: {...nullable(Type.Integer()), description: "The rows that are stored; null: not built."},
    sizeBytes: {...nullable(Type.Integer()), description: "Their size, in bytes; null: not known."},
    nextBuild: nullable(Type.String({description: "When it is built next; null: it has no cadence"})),
    lastBuild: {...nullable(RollupBuild), description: "The newest build; null: there was none."},
    hitsSince: Type.String({
      description:
        "The time from which `hits` and `savedMs` are counted: seven days ago, rounded to 0, 6, 12 or 18 o'clock UTC",
    }),
    hits: Type.Integer({description: "Queries that it answered since then, alone or with other roll-ups"}),
    savedMs: nullable(
      Type.Integer({
        description:
          "How much longer the warehouse would have taken, in milliseconds, by the mean time of queries over the same model that the warehouse answered; null: there were none. Roll-ups that answered together share it equally",
      }),
    ),
  },
  {$id: "RollupState"},
);
export type RollupView = Static<typeof RollupView>;

export const QueuedBuild = Type.Object({
  buildId: Type.String({description: "The id of the build."}),
  status: Type.Literal("queued", {description: "Always `queued`."}),
});
export type QueuedBuild = Static<typeof QueuedBuild>;

export const SuggestRequest = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description: "How many days of recorded queries are read. Default 7",
      }),
    ),
  },
  {additionalProperties: false, $id: "SuggestRollups"},
);
export type SuggestRequest = Static<typeof SuggestRequest>;

const spent = {
  runs: Type.Integer({description: "Queries that the warehouse answered"}),
  warehouseMs: Type.Integer({description: "How long these took in all, in milliseconds"}),
};

export const RollupSuggestions = Type.Object(
  {
    since: Type.String({
      description: "The time from which queries are read: `days` ago, rounded to 0, 6, 12 or 18 o'clock UTC",
    }),
    ...spent,
    already: Type.Object(spent, {
      description: "Those of them that the existing roll-ups will answer, once they are built",
    }),
    uncounted: Type.Optional(
      Type.String({
        description:
          "Why the warehouse could not count rows. Counts that are missing are null, and `savedMs` leaves them out of account",
      }),
    ),
    suggestions: Type.Array(
      Type.Object({
        rollup: Rollup,
        others: Type.Optional(
          Type.Array(Type.String(), {
            description:
              "Other suggestions, by name, that some of its queries also need, because they have measures of several models",
          }),
        ),
        shapes: Type.Integer({
          description:
            "How many different queries it would have answered, not counting different filter values",
        }),
        ...spent,
        rows: nullable(
          Type.Integer({
            description: "How many rows it would have, counted in the warehouse; null: that took too long",
          }),
        ),
        sourceRows: nullable(
          Type.Integer({description: "About how many rows of the warehouse it would be made from"}),
        ),
        savedMs: Type.Integer({
          description:
            "How much time its queries would have saved, in milliseconds: estimated from the mean time of queries that roll-ups of the project answered (10 ms if there are none), in proportion to the rows that it would have",
        }),
      }),
      {description: "The roll-ups that would have saved the most time, at most five."},
    ),
    unanswered: Type.Array(
      Type.Object({
        model: {
          ...nullable(Type.String()),
          description: "The model of the queries; null: not known.",
        },
        why: Type.String({description: "Why no suggestion would have answered them."}),
        ...spent,
        example: Type.Optional(
          Type.Object(
            {
              dimensions: Type.Array(Type.String(), {description: "Its dimensions."}),
              measures: Type.Array(Type.String(), {description: "Its measures."}),
            },
            {description: "The names in one of these queries."},
          ),
        ),
      }),
      {
        description:
          "Queries that none of the suggestions would have answered, by model and reason, the longest first",
      },
    ),
  },
  {$id: "RollupSuggestions"},
);
export type RollupSuggestions = Static<typeof RollupSuggestions>;
