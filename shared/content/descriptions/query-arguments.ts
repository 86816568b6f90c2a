import {Type} from "@sinclair/typebox";
import {Query} from "../../semantic/documents.ts";

const {
  model,
  dimensions,
  measures,
  filters,
  calculations,
  top,
  compare,
  funnel,
  retention,
  orderBy,
  limit,
  timezone,
  fillGaps,
  totals,
  subtotals,
} = Query.properties;

/** The query of `POST /api/query`, with descriptions of its parts for agents. Objects in it only show their keys. */
export const queryProperties = {
  model: {...model, description: "Model name or dataset slug"},
  projectId: {...Query.properties.projectId, description: "Default: the default project"},
  dimensions: {
    ...dimensions,
    description:
      "orders.status; with grain: orders.placed_at.month; bin: {width, from?}|{edges}|{count}; a measure's value per group",
    items: {...dimensions.items, keysOnly: true},
  },
  measures: {
    ...measures,
    description: "orders.total; agg of a measure over groups of per; agg of a dimension over rows",
    items: {...measures.items, keysOnly: true},
  },
  filters: {
    ...filters,
    description: "All must hold; on measures: for groups. Times: 2026-01-31[T12:30]",
  },
  calculations: {
    ...calculations,
    description: "of: measure or earlier name; along: time; count: periods",
    items: {...calculations.items, keysOnly: true},
  },
  top: {
    ...top,
    description: "Only the greatest by a measure; others: name of the rest",
    keysOnly: true,
  },
  compare: {
    ...compare,
    description: "Beside an earlier span; offset: {unit, count}",
    keysOnly: true,
  },
  funnel: {
    ...funnel,
    description:
      "Who reaches each step; no measures. steps: {name?, model?, time?, filters?}; within: {unit, count}",
    keysOnly: true,
  },
  retention: {
    ...retention,
    description: "Who comes back; no measures. returns: a step",
    keysOnly: true,
  },
  orderBy: {...orderBy, description: '"orders.total desc"'},
  limit: {...limit, description: "Default 1000"},
  timezone: {...timezone, description: "IANA name"},
  fillGaps: {...fillGaps, description: "Adds missing periods"},
  totals: {...totals, description: "Over all rows"},
  subtotals: {...subtotals, description: "Of leading dimensions"},
};

/** A query within the arguments of a tool. `run_query` shows its whole schema, so a short form is shown here. */
export const queryArgument = Type.Object(queryProperties, {additionalProperties: false});
export const QUERY_KEYS = Object.keys(queryProperties).join(", ");

const AS_IN_RUN_QUERY = "As in run_query";
const referred = {description: AS_IN_RUN_QUERY, shortForm: ""};

/**
 * The query's schema for tools that are listed beside the one that shows the whole schema: the longest parts are not
 * repeated.
 */
export const QueryArguments = Type.Object(
  {
    ...queryProperties,
    dimensions: briefly(dimensions),
    measures: briefly(measures),
    filters: briefly(filters),
    calculations: briefly(calculations),
    top: {...top, ...referred},
    compare: {...compare, ...referred},
    funnel: {...funnel, ...referred},
    retention: {...retention, ...referred},
  },
  {additionalProperties: false},
);

function briefly<T extends {items: object}>(list: T): T {
  return {...list, description: AS_IN_RUN_QUERY, items: {...list.items, shortForm: ""}};
}
