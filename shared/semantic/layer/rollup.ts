import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

const FieldName = Type.String({
  minLength: 1,
  maxLength: 600,
  description:
    "A qualified name, as in a query over the model, without a grain: `orders.status`, `customers.region`",
});
const Timezone = Type.String({minLength: 1, maxLength: 64, description: "IANA name. Default UTC"});

/** The periods by which a roll-up can store its time. */
const RollupGrain = Type.Union(
  [
    Type.Literal("hour"),
    Type.Literal("day"),
    Type.Literal("week"),
    Type.Literal("month"),
    Type.Literal("quarter"),
    Type.Literal("year"),
  ],
  {description: "The length of the stored periods"},
);

/** The intervals of builds. All of them divide a day, so that builds are at the same times each day. */
const EVERY = ["5m", "10m", "15m", "20m", "30m", "1h", "2h", "3h", "4h", "6h", "8h", "12h", "1d"] as const;

const Refresh = Type.Union(
  [
    Type.Object(
      {
        cron: Type.String({
          minLength: 1,
          maxLength: 200,
          description: "Five fields: minute, hour, day of month, month, day of week",
        }),
        timezone: Type.Optional(Timezone),
      },
      {...closed, description: "Built whenever the cron, of five fields, is due"},
    ),
    Type.Object(
      {
        every: Type.Union(
          EVERY.map(length => Type.Literal(length)),
          {description: "The interval of builds, which are at the same times of each day (UTC)"},
        ),
      },
      closed,
    ),
    Type.Object(
      {
        when: Type.String({
          minLength: 1,
          maxLength: 10_000,
          description:
            "A `select` of one value, such as `select max(updated_at) from orders`. It is run every five minutes, and the roll-up is built when the value has changed",
        }),
      },
      closed,
    ),
  ],
  {
    description:
      "When the roll-up is built again, beside each change of the layer: by a cron, at an interval, or when a value changes. Default: only then and by hand",
  },
);

/** A roll-up: groups of a model with their measures, computed once and stored, so that queries need not ask the warehouse. */
export const Rollup = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: "^[A-Za-z][A-Za-z0-9_-]*$",
      description: "Unique in the layer: a letter, then letters, digits, `_` and `-`",
    }),
    model: Type.String({minLength: 1, maxLength: 128, description: "The model whose queries it answers"}),
    dimensions: Type.Optional(
      Type.Array(FieldName, {maxItems: 100, description: "The dimensions by which it is grouped"}),
    ),
    measures: Type.Array(FieldName, {minItems: 1, maxItems: 200, description: "The measures that it stores"}),
    time: Type.Optional(
      Type.Object(
        {dimension: FieldName, grain: RollupGrain, timezone: Type.Optional(Timezone)},
        {
          ...closed,
          description: "The time by whose periods it is grouped. It answers this grain and coarser ones",
        },
      ),
    ),
    refresh: Type.Optional(Refresh),
    incremental: Type.Optional(
      Type.Object(
        {
          window: Type.String({
            pattern: "^[1-9][0-9]{0,3}[dh]$",
            description: "How far back rows still change, in days or hours: `7d`, `12h`",
          }),
          partition: Type.Union([Type.Literal("day"), Type.Literal("month"), Type.Literal("year")], {
            description: "The length of the periods that are built again",
          }),
        },
        {
          ...closed,
          description:
            "After the first build, only the periods within `window` are built again. Default: all are",
        },
      ),
    ),
    storage: Type.Optional(
      Type.Union(
        [
          Type.Literal("files"),
          Type.Object(
            {
              connectionId: Type.String({maxLength: 64, description: "The connection that writes the table"}),
              schema: Type.String({
                minLength: 1,
                maxLength: 63,
                description: "The schema in which the table is made",
              }),
            },
            {
              ...closed,
              description:
                "A table in the warehouse, written to this schema over a second connection that may write. For Postgres, MySQL, MariaDB and ClickHouse",
            },
          ),
        ],
        {
          description:
            "Where the rows are stored: `files` of the service (default), or a table in the warehouse",
        },
      ),
    ),
  },
  {...closed, $id: "Rollup", description: "Groups of a model with their measures, computed once and stored"},
);
export type Rollup = Static<typeof Rollup>;
