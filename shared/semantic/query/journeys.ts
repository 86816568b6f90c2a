import {type Static, Type} from "@sinclair/typebox";
import {FieldName} from "./calculations.ts";
import {Filter} from "./filter.ts";

const closed = {additionalProperties: false} as const;

const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;

/** The properties of a step's events that can differ from those of the query's own model. */
const events = {
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: "The model whose rows are the events. Default: the query's model",
    }),
  ),
  entity: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The dimension that identifies the entity, where this model has another name for it",
    }),
  ),
  time: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The dimension with the time of an event. Default: the model's only date or timestamp",
    }),
  ),
  filters: Type.Optional(
    Type.Array(Filter, {maxItems: 1000, description: "Conditions on the events. All must hold"}),
  ),
};

const FunnelStep = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Its name in the result. Default: the model's name",
      }),
    ),
    ...events,
  },
  closed,
);

export const Funnel = Type.Object(
  {
    entity: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The dimension that identifies who goes through the steps: `customers.id`",
    }),
    steps: Type.Array(FunnelStep, {
      minItems: 2,
      maxItems: 8,
      description:
        "In their order. The first is over the query's model, and the query's `filters` and `dimensions` apply to it",
    }),
    timing: Type.Optional(
      Type.Boolean({
        description: "True: adds the column `funnel.median_seconds`, the median time since the step before",
      }),
    ),
    within: Type.Optional(
      Type.Object(
        {
          unit: Type.Union(
            UNITS.map(unit => Type.Literal(unit)),
            {apiDescription: "The unit of `count`"},
          ),
          count: Type.Integer({minimum: 1, maximum: 10_000, apiDescription: "How many units, 1 to 10,000"}),
        },
        {
          ...closed,
          description:
            "A step counts only if it comes less than this after the first step. Default: at any time",
        },
      ),
    ),
  },
  {
    ...closed,
    $id: "Funnel",
    description:
      "How many of those who begin reach each step. Takes the place of `measures`. Columns: the dimensions, `funnel.step`, `funnel.entities`, `funnel.share_of_first`, `funnel.share_of_previous`",
  },
);

/** The default number of periods after the first that a retention shows. */
export const DEFAULT_PERIODS = 12;

export const Retention = Type.Object(
  {
    entity: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The dimension that identifies who returns: `customers.id`",
    }),
    grain: Type.Union(
      UNITS.slice(3).map(unit => Type.Literal(unit)),
      {description: "The length of a period"},
    ),
    periods: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: `How many periods after that of the first event. Default ${DEFAULT_PERIODS}`,
      }),
    ),
    time: events.time,
    returns: Type.Optional(
      Type.Object(events, {
        ...closed,
        description: "The events that count as a return. Default: any row of the query's model",
      }),
    ),
    measures: Type.Optional(
      Type.Array(FieldName, {
        maxItems: 20,
        description: "Measures of the rows that are returns, as further columns",
      }),
    ),
  },
  {
    ...closed,
    $id: "Retention",
    description:
      "How many of those who first came in a period return in each later one. Takes the place of `measures`. Columns: the dimensions, `retention.cohort`, `retention.period`, `retention.share`, `retention.retained`, `retention.cohort_size`",
  },
);

/** Events of one kind, in a funnel or a retention. */
export interface EventsOf {
  name?: string;
  model?: string;
  entity?: string;
  time?: string;
  filters?: Filter[];
}
export interface Funnel extends Omit<Static<typeof Funnel>, "steps"> {
  steps: EventsOf[];
}
export interface Retention extends Omit<Static<typeof Retention>, "returns"> {
  returns?: EventsOf;
}
