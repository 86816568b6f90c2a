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

export const BuildTrigger = Type.Object({
  type: Type.Union([Type.Literal("layer"), Type.Literal("cadence"), Type.Literal("manual")]),
  by: Type.Optional(Type.String()),
});
export type BuildTrigger = Static<typeof BuildTrigger>;

/** The columns and files that a build has stored. */
export const StoredBuild = Type.Object({columns: Type.Array(BuiltColumn), files: Type.Array(RollupFile)});
export type StoredBuild = Static<typeof StoredBuild>;

export const BuildStatus = Type.Union(
  (["queued", "running", "succeeded", "failed", "cancelled", "skipped"] as const).map(one =>
    Type.Literal(one),
  ),
);

export const RollupBuild = Type.Object({
  id: Type.String(),
  status: BuildStatus,
  trigger: BuildTrigger,
  createdAt: Type.String(),
  startedAt: nullable(Type.String()),
  finishedAt: nullable(Type.String()),
  rowCount: nullable(Type.Integer()),
  sizeBytes: nullable(Type.Integer()),
  error: nullable(Type.String()),
});
export type RollupBuild = Static<typeof RollupBuild>;

export const RollupView = Type.Object(
  {
    name: Type.String(),
    model: Type.String(),
    state: Type.Union(
      [Type.Literal("unbuilt"), Type.Literal("fresh"), Type.Literal("stale"), Type.Literal("unfit")],
      {
        description:
          "`fresh`: answers queries. `stale`: the layer has changed since it was built. `unfit`: the layer no longer has what it keeps. `unbuilt`: there is no build yet, its table is gone, or one of its files is damaged or gone",
      },
    ),
    why: nullable(Type.String({description: "Why it answers no query; `null` if it does"})),
    dataAsOf: nullable(Type.String()),
    rowCount: nullable(Type.Integer()),
    sizeBytes: nullable(Type.Integer()),
    nextBuild: nullable(Type.String()),
    lastBuild: nullable(RollupBuild),
    hitsSince: Type.String({
      description:
        "How far back the history is read: seven days, to the nearest of 0, 6, 12 and 18 o'clock UTC",
    }),
    hits: Type.Integer({description: "Queries since then that it answered, alone or with others"}),
    savedMs: nullable(
      Type.Integer({
        description:
          "How much longer the warehouse would have taken: by the mean time of queries over the same model that went there; `null` if none did. Where several answered together, an equal share of it",
      }),
    ),
  },
  {$id: "RollupState"},
);
export type RollupView = Static<typeof RollupView>;

export const QueuedBuild = Type.Object({buildId: Type.String(), status: Type.Literal("queued")});
export type QueuedBuild = Static<typeof QueuedBuild>;

export const SuggestRequest = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({minimum: 1, maximum: 3650, description: "How far back the history is read; default 7"}),
    ),
  },
  {additionalProperties: false, $id: "SuggestRollups"},
);
export type SuggestRequest = Static<typeof SuggestRequest>;

const spent = {
  runs: Type.Integer({description: "Queries that the warehouse answered"}),
  warehouseMs: Type.Integer({description: "How long that took"}),
};

export const RollupSuggestions = Type.Object(
  {
    since: Type.String({description: "The nearest of 0, 6, 12 and 18 o'clock UTC to so many days ago"}),
    ...spent,
    already: Type.Object(spent, {
      description: "Of these, what the roll-ups that the layer has will answer, once they are built",
    }),
    uncounted: Type.Optional(
      Type.String({
        description:
          "Why the warehouse could not be asked for rows. Those that it was not asked for are `null`, and `savedMs` is without them",
      }),
    ),
    suggestions: Type.Array(
      Type.Object({
        rollup: Rollup,
        others: Type.Optional(
          Type.Array(Type.String(), {
            description:
              "The names of those among the suggestions that some of its queries need, too, as they have measures of several models",
          }),
        ),
        shapes: Type.Integer({
          description: "How many different queries it would have answered, values aside",
        }),
        ...spent,
        rows: nullable(
          Type.Integer({
            description:
              "How many rows it would have, counted in the warehouse; `null` if that took too long",
          }),
        ),
        sourceRows: nullable(Type.Integer({description: "About how many rows it would be made of"})),
        savedMs: Type.Integer({
          description:
            "How much sooner they would have been answered: by the mean time of queries that roll-ups of the project answered, else taken for 10 ms, and in proportion to the rows that it would have",
        }),
      }),
    ),
    unanswered: Type.Array(
      Type.Object({
        model: nullable(Type.String()),
        why: Type.String(),
        ...spent,
        example: Type.Optional(
          Type.Object({dimensions: Type.Array(Type.String()), measures: Type.Array(Type.String())}),
        ),
      }),
      {description: "What none of these would have answered, by model and reason, what took most first"},
    ),
  },
  {$id: "RollupSuggestions"},
);
export type RollupSuggestions = Static<typeof RollupSuggestions>;
