import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
const FieldName = Type.String({
  minLength: 1,
  maxLength: 600,
  description:
    "A qualified name, `model.field`, with a grain behind it where wanted: `orders.placed_at.month`",
});

/**
 * `value` is checked against the field's type when the query is compiled, so that the error can name both.
 * `caseSensitive` is for what searches in texts, which ignores case otherwise.
 */
export const FilterCondition = Type.Object(
  {
    field: FieldName,
    op: Type.String({minLength: 1, maxLength: 40}),
    value: Type.Optional(Type.Unknown()),
    caseSensitive: Type.Optional(Type.Boolean()),
  },
  {...closed, $id: "FilterCondition"},
);
export type FilterCondition = Static<typeof FilterCondition>;

export const Filter = Type.Recursive(
  self =>
    Type.Union([
      FilterCondition,
      Type.Object({or: Type.Array(self, {maxItems: 1000})}, closed),
      Type.Object({and: Type.Array(self, {maxItems: 1000})}, closed),
    ]),
  {$id: "Filter"},
);
export type Filter = FilterCondition | {or: Filter[]} | {and: Filter[]};

/** The largest `limit` of a query. */
const MAX_LIMIT = 1_000_000;
/** The default limit of `/api/query*`. */
export const DEFAULT_LIMIT = 1000;

export const Query = Type.Object(
  {
    model: Type.String({minLength: 1, maxLength: 256}),
    projectId: Type.Optional(Type.String({maxLength: 64})),
    dimensions: Type.Optional(Type.Array(FieldName, {maxItems: 200})),
    measures: Type.Optional(Type.Array(FieldName, {maxItems: 200})),
    filters: Type.Optional(Type.Array(Filter, {maxItems: 1000})),
    orderBy: Type.Optional(Type.Array(Type.String({minLength: 1, maxLength: 620}), {maxItems: 50})),
    limit: Type.Optional(Type.Integer({minimum: 0, maximum: MAX_LIMIT})),
    timezone: Type.Optional(Type.String({minLength: 1, maxLength: 64})),
    fillGaps: Type.Optional(Type.Boolean()),
    totals: Type.Optional(Type.Boolean()),
  },
  {...closed, $id: "Query"},
);
export interface Query extends Omit<Static<typeof Query>, "filters"> {
  filters?: Filter[];
}
