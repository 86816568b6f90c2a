import type {Test, Value} from "../../filters/predicates.ts";
import {partsOf, type ResolvedFilter, type ResolvedQuery} from "../resolved.ts";

/** The query with exact texts in its own filters and in the conditions of its aggregates. */
export function withExactTexts(query: ResolvedQuery, alsoEqual: boolean): ResolvedQuery {
  const exact = (filters: readonly ResolvedFilter[]) => filters.map(filter => exactFilter(filter, alsoEqual));
  const {rowConditions} = query;
  return {
    ...query,
    where: exact(query.where),
    having: exact(query.having),
    ...(rowConditions && {
      rowConditions: new Map([...rowConditions].map(([field, filters]) => [field, exact(filters)])),
    }),
  };
}

/** The filter with exact texts in its comparisons by order and, with `alsoEqual`, by equality. */
function exactFilter(filter: ResolvedFilter, alsoEqual: boolean): ResolvedFilter {
  switch (filter.kind) {
    case "condition":
      return {...filter, test: exactTest(filter.test, alsoEqual)};
    case "and":
    case "or":
    case "not":
      return {...filter, parts: filter.parts.map(part => exactFilter(part, alsoEqual))};
    default:
      return filter;
  }
}

/** The test with exact texts. Only moments have tests of the kind `any`, so it stays as it is. */
function exactTest(test: Test, alsoEqual: boolean): Test {
  if (test.kind === "compare")
    return alsoEqual || test.op !== "=" ? {...test, value: exactValue(test.value)} : test;
  return test.kind === "in" && alsoEqual ? {...test, values: test.values.map(exactValue)} : test;
}

function exactValue(value: Value): Value {
  return value.kind === "text" ? {...value, isExact: true} : value;
}

/** Whether a query groups by texts or compares some. */
export function isAboutTexts({dimensions, where}: ResolvedQuery): boolean {
  const compares = (filter: ResolvedFilter): boolean =>
    (filter.kind === "condition" && filter.reference.field.type === "string") ||
    partsOf(filter).some(compares);
  return dimensions.some(({reference}) => reference.field.type === "string") || where.some(compares);
}
