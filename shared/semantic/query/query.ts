import {type Static, Type} from "@sinclair/typebox";
import {BinnedDimension} from "./bins.ts";
import {Calculation, FieldName} from "./calculations.ts";
import {Compare} from "./compare.ts";
import {MeasuredDimension, NestedMeasure} from "./nested.ts";
import {RowAggregate} from "./row-aggregates.ts";

const closed = {additionalProperties: false} as const;

/**
 * `value` is checked against the field's type when the query is compiled, so that the error can name both.
 * `caseSensitive` is for operators that search in texts: they ignore case by default. `other` names the field to compare
 * with, in place of a value.
 */
export const FilterCondition = Type.Object(
  {
    field: FieldName,
    op: Type.String({minLength: 1, maxLength: 40}),
    value: Type.Optional(Type.Unknown()),
    other: Type.Optional({...FieldName, description: "In place of `value`: a field to compare with"}),
    caseSensitive: Type.Optional(Type.Boolean()),
  },
  {...closed, $id: "FilterCondition"},
);
export type FilterCondition = Static<typeof FilterCondition>;

const RowsName = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "A model, or a path of roles to it: `order_items`, `customer.orders`",
});

export const Filter = Type.Recursive(
  self => {
    const filters = Type.Optional(Type.Array(self, {maxItems: 1000}));
    return Type.Union([
      FilterCondition,
      Type.Object({or: Type.Array(self, {maxItems: 1000})}, closed),
      Type.Object({and: Type.Array(self, {maxItems: 1000})}, closed),
      Type.Object({not: self}, closed),
      Type.Object(
        {
          per: Type.Array(FieldName, {minItems: 1, maxItems: 20}),
          field: FieldName,
          op: Type.String({minLength: 1, maxLength: 40}),
          value: Type.Optional(Type.Unknown()),
          other: Type.Optional(FieldName),
          filters,
        },
        {...closed, description: "Rows whose `per` values form a group in which the measure passes"},
      ),
      Type.Object(
        {some: RowsName, filters},
        {...closed, description: "Rows to which at least one row of that model belongs"},
      ),
      Type.Object(
        {none: RowsName, filters},
        {...closed, description: "Rows to which no row of that model belongs"},
      ),
    ]);
  },
  {$id: "Filter"},
);
/** Compares a measure of each group of `per`, whatever the query groups by. */
export interface PerFilter {
  per: string[];
  field: string;
  op: string;
  value?: unknown;
  other?: string;
  filters?: Filter[];
}
/** Tests whether rows of another model belong to a row. */
export type RowsFilter = {some: string; filters?: Filter[]} | {none: string; filters?: Filter[]};
export type Filter =
  | FilterCondition
  | {or: Filter[]}
  | {and: Filter[]}
  | {not: Filter}
  | PerFilter
  | RowsFilter;

const Top = Type.Object(
  {
    dimension: Type.String({minLength: 1, maxLength: 600, description: "A selected dimension"}),
    by: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The measure whose greatest values are kept",
    }),
    direction: Type.Optional(
      Type.Union([Type.Literal("asc"), Type.Literal("desc")], {
        description: "`asc` keeps those with the least values; default desc",
      }),
    ),
    count: Type.Integer({minimum: 1, maximum: 10_000}),
    within: Type.Optional(
      Type.Array(FieldName, {
        maxItems: 200,
        description: "Selected dimensions, each of whose groups has its own",
      }),
    ),
    others: Type.Optional(
      Type.String({minLength: 1, maxLength: 100, description: "What the rest is called, as one group"}),
    ),
  },
  {...closed, $id: "Top"},
);

const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;

/** The properties of a step's events that can differ from those of the query's own model. */
const events = {
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: "Whose rows the events are; default the query's",
    }),
  ),
  entity: Type.Optional(
    Type.String({minLength: 1, maxLength: 600, description: "Who, where this model calls it otherwise"}),
  ),
  time: Type.Optional(
    Type.String({minLength: 1, maxLength: 600, description: "When; default the model's only date or time"}),
  ),
  filters: Type.Optional(Type.Array(Filter, {maxItems: 1000})),
};

const FunnelStep = Type.Object(
  {
    name: Type.Optional(Type.String({minLength: 1, maxLength: 100, description: "Default the model's name"})),
    ...events,
  },
  closed,
);

const Funnel = Type.Object(
  {
    entity: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "Whose events are put in order: `customers.id`",
    }),
    steps: Type.Array(FunnelStep, {
      minItems: 2,
      maxItems: 8,
      description: "The first is of the query's model, and takes its `filters` and `dimensions`",
    }),
    timing: Type.Optional(
      Type.Boolean({description: "Adds `funnel.median_seconds` from the step before to each step"}),
    ),
    within: Type.Optional(
      Type.Object(
        {
          unit: Type.Union(UNITS.map(unit => Type.Literal(unit))),
          count: Type.Integer({minimum: 1, maximum: 10_000}),
        },
        {
          ...closed,
          description: "A step counts if it comes less than this after the first; default any time",
        },
      ),
    ),
  },
  {...closed, $id: "Funnel"},
);

/** The default number of periods after the first that a retention shows. */
export const DEFAULT_PERIODS = 12;

const Retention = Type.Object(
  {
    entity: Type.String({minLength: 1, maxLength: 600, description: "Who returns: `customers.id`"}),
    grain: Type.Union(UNITS.slice(3).map(unit => Type.Literal(unit))),
    periods: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: `Periods after that of the first event; default ${DEFAULT_PERIODS}`,
      }),
    ),
    time: events.time,
    returns: Type.Optional(
      Type.Object(events, {
        ...closed,
        description: "What counts as a return; default any row of the query's model",
      }),
    ),
    measures: Type.Optional(
      Type.Array(FieldName, {maxItems: 20, description: "Of the rows that are returns, as further columns"}),
    ),
  },
  {...closed, $id: "Retention"},
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

/** The largest `limit` of a query. */
const MAX_LIMIT = 1_000_000;
/** The default limit of `/api/query*`. */
export const DEFAULT_LIMIT = 1000;

export const Query = Type.Object(
  {
    model: Type.String({minLength: 1, maxLength: 256}),
    projectId: Type.Optional(Type.String({maxLength: 64})),
    dimensions: Type.Optional(
      Type.Array(Type.Union([FieldName, BinnedDimension, MeasuredDimension]), {maxItems: 200}),
    ),
    measures: Type.Optional(
      Type.Array(Type.Union([FieldName, NestedMeasure, RowAggregate]), {maxItems: 200}),
    ),
    rows: Type.Optional(
      Type.Boolean({
        description:
          "True: the `dimensions` of each row of the model, ungrouped, in no order but that of `orderBy`",
      }),
    ),
    filters: Type.Optional(Type.Array(Filter, {maxItems: 1000})),
    calculations: Type.Optional(Type.Array(Calculation, {maxItems: 50})),
    top: Type.Optional(Top),
    compare: Type.Optional(Compare),
    funnel: Type.Optional(Funnel),
    retention: Type.Optional(Retention),
    orderBy: Type.Optional(Type.Array(Type.String({minLength: 1, maxLength: 620}), {maxItems: 50})),
    limit: Type.Optional(Type.Integer({minimum: 0, maximum: MAX_LIMIT})),
    timezone: Type.Optional(Type.String({minLength: 1, maxLength: 64})),
    fillGaps: Type.Optional(Type.Boolean()),
    totals: Type.Optional(Type.Boolean()),
    subtotals: Type.Optional(
      Type.Boolean({
        description:
          "Adds a row after each group of the leading dimensions, and the column `subtotal`: how many of them a row is of",
      }),
    ),
    rollups: Type.Optional(
      Type.Boolean({description: "False: the warehouse is asked, even where a roll-up could answer"}),
    ),
  },
  {...closed, $id: "Query"},
);
/**
 * An aggregate of some of a group's rows. Statements in SQL can have it, requests cannot. The other rows count as if
 * their dimension were null, or `otherwise`.
 */
export interface ConditionalAggregate extends RowAggregate {
  /** Conditions on dimensions of the query's model or over many-to-one joins, combined by AND. */
  where: Filter[];
  /** Only where `of` is a number. */
  otherwise?: 0;
}

export interface Query extends Omit<Static<typeof Query>, "measures" | "filters" | "funnel" | "retention"> {
  measures?: (string | NestedMeasure | RowAggregate | ConditionalAggregate)[];
  filters?: Filter[];
  funnel?: Funnel;
  retention?: Retention;
}
