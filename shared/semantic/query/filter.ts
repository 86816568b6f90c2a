import {type Static, Type} from "@sinclair/typebox";
import {FieldName} from "./calculations.ts";

const closed = {additionalProperties: false} as const;
/**
 * A filter with more keys than its kind has is refused before the filters within it are visited. Otherwise each kind whose
 * keys are there visits them, which takes exponential time for filters in one another.
 */
const closedTo = (maxProperties: number) => ({...closed, maxProperties});

/**
 * `value` is checked against the field's type when the query is compiled, so that the error can name both.
 * `caseSensitive` is for operators that search in texts: they ignore case by default. `other` names the field to compare
 * with, in place of a value.
 */
export const FilterCondition = Type.Object(
  {
    field: FieldName,
    op: Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        "`=` `!=` `>` `>=` `<` `<=` `in` `not_in` `between` `not_between` `contains` `not_contains` `starts_with` `ends_with` `has` `has_any` `has_all` `has_none` `is_null` `is_not_null` `in_past` `in_next` `in_current`. Other spellings, such as `eq`, `gte` and `isNull`, are accepted",
    }),
    value: Type.Optional(
      Type.Unknown({
        description:
          "One value; a list for `in`, `not_in`, `has_any`, `has_all`, `has_none`, and of two for `between`, `not_between` (both ends included). `{unit, count, completed?}` for `in_past` and `in_next`, where the current period counts unless `completed` is true; `{unit}` for `in_current`. None for `is_null`, `is_not_null`. Times are local to the query's `timezone`: `2026-01-31T12:30`; `2026-01-31` is the whole day, `2026-01` the whole month",
      }),
    ),
    other: Type.Optional({
      ...FieldName,
      description:
        "In place of `value`: the field to compare with, for `=` `!=` `>` `>=` `<` `<=`. Both are dimensions, or both measures",
    }),
    caseSensitive: Type.Optional(
      Type.Boolean({
        description:
          "For `contains`, `not_contains`, `starts_with` and `ends_with`, which ignore case otherwise. Default false",
      }),
    ),
  },
  {
    ...closed,
    $id: "FilterCondition",
    description: "A condition on a dimension, which selects rows, or on a measure, which selects groups",
  },
);
export type FilterCondition = Static<typeof FilterCondition>;

const RowsName = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "A model, or the path of join roles that leads to it: `order_items`, `customer.orders`",
});

export const Filter = Type.Recursive(
  self => {
    const filters = Type.Optional(
      Type.Array(self, {
        maxItems: 1000,
        apiDescription: "Conditions on the rows that are looked at, all of which must hold. Default: none",
      }),
    );
    return Type.Union([
      FilterCondition,
      Type.Object(
        {or: Type.Array(self, {maxItems: 1000, apiDescription: "Filters, at least one of which must hold"})},
        {...closedTo(1), description: "Holds if at least one of these filters does"},
      ),
      Type.Object(
        {and: Type.Array(self, {maxItems: 1000, apiDescription: "Filters, all of which must hold"})},
        {...closedTo(1), description: "Holds if all of these filters do"},
      ),
      Type.Object(
        {not: self},
        {
          ...closedTo(1),
          description: "Holds if this filter does not. On a many side: if no row there fulfils it",
        },
      ),
      Type.Object(
        {
          per: Type.Array(FieldName, {
            minItems: 1,
            maxItems: 20,
            apiDescription: "The dimensions that form the groups, 1 to 20",
          }),
          field: {...FieldName, description: "The measure that is compared in each group"},
          op: Type.String({minLength: 1, maxLength: 40, description: "As in a condition"}),
          value: Type.Optional(Type.Unknown({description: "As in a condition"})),
          other: Type.Optional({...FieldName, description: "In place of `value`: a measure to compare with"}),
          filters,
        },
        {
          ...closedTo(6),
          description:
            "Keeps the rows of each group of `per` in which the measure `field` fulfils the condition. The measure is computed over all rows that the caller may see, narrowed by this entry's `filters` alone",
        },
      ),
      Type.Object(
        {some: RowsName, filters},
        {
          ...closedTo(2),
          description:
            "Keeps rows that have at least one related row of that model which fulfils all `filters`",
        },
      ),
      Type.Object(
        {none: RowsName, filters},
        {
          ...closedTo(2),
          description: "Keeps rows that have no related row of that model which fulfils all `filters`",
        },
      ),
    ]);
  },
  {$id: "Filter", apiDescription: "A condition, or filters combined"},
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
