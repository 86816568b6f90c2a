import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

/** A dimension of the model itself, or over many-to-one joins: `placed_at`, `orders.placed_at`. */
export const Along = Type.String({
  minLength: 1,
  maxLength: 512,
  description: "A date or timestamp of the model, or over many-to-one joins: `placed_at`, `orders.placed_at`",
});

const CalendarUnit = Type.Union(
  [
    Type.Literal("day"),
    Type.Literal("week"),
    Type.Literal("month"),
    Type.Literal("quarter"),
    Type.Literal("year"),
  ],
  {$id: "CalendarUnit"},
);
/** Minutes and hours count elapsed time, longer units count calendar periods. */
const WindowUnit = Type.Union([Type.Literal("minute"), Type.Literal("hour"), ...CalendarUnit.anyOf], {
  $id: "WindowUnit",
  description: "Minutes and hours are elapsed time, longer units periods of the calendar",
});
export type WindowUnit = Static<typeof WindowUnit>;

/** The unit of that name. */
export function windowUnitOf(name: string): WindowUnit | undefined {
  return WindowUnit.anyOf.map(unit => unit.const).find(unit => unit === name);
}

export const Rolling = Type.Object(
  {
    dimension: Along,
    window: Type.Union(
      [
        Type.Object(
          {
            unit: WindowUnit,
            count: Type.Integer({minimum: 1, maximum: 10_000, description: "How many units, 1 to 10,000"}),
          },
          closed,
        ),
        Type.Literal("unbounded"),
      ],
      {description: "The length of the window; `unbounded`: from the first row on"},
    ),
  },
  {
    ...closed,
    description:
      "Aggregates a window that ends with each period shown: 28 days, or everything so far (`unbounded`). Queries must group by `dimension`",
  },
);

export const ToDate = Type.Object(
  {
    dimension: Along,
    grain: Type.Union(
      [
        Type.Literal("week"),
        Type.Literal("month"),
        Type.Literal("quarter"),
        Type.Literal("year"),
        Type.Literal("fiscal_quarter"),
        Type.Literal("fiscal_year"),
      ],
      {description: "The period from whose first day the measure is aggregated"},
    ),
  },
  {
    ...closed,
    description: "Aggregates from the beginning of a period (month to date) to the last day of what is shown",
  },
);

export const Offset = Type.Union(
  [
    Type.Object(
      {
        dimension: Along,
        unit: WindowUnit,
        count: Type.Integer({
          minimum: -1000,
          maximum: 1000,
          description: "How many units earlier, at most 1000; negative: later",
        }),
      },
      {
        ...closed,
        description:
          "The value so many periods earlier; in a month without such a day, that of its last day. For a measure of the type `number` all measures that it is derived from are moved",
      },
    ),
    Type.Object(
      {
        dimension: Along,
        to: Type.Literal("start", {description: "The first period within each `grain`"}),
        grain: Type.Union([CalendarUnit, Type.Literal("fiscal_quarter"), Type.Literal("fiscal_year")], {
          description: "The longer period whose first period has the value",
        }),
      },
      {...closed, description: "The value of the first period within each `grain`"},
    ),
  ],
  {
    description:
      "Takes the value of another period: so many periods earlier, or the first one of a longer period",
  },
);
