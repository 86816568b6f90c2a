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

/** The description of a calculation. Its schema would be five times as long; validation errors explain the rest. */
const CALCULATION =
  "{name, type: percent_of_total|rank|running_total|difference|percent_change|moving_average|first|last, " +
  "of: measure|earlier name, within?: [], along?: time, direction?, offset?, count?: periods}";

/** The query of `POST /api/query`, with descriptions of its parts for agents. */
export const queryProperties = {
  model: {...model, description: "Model or dataset slug"},
  projectId: Query.properties.projectId,
  dimensions: {
    ...dimensions,
    description:
      "orders.status, orders.placed_at.month (grain); bins: {field, bin: {width, from?}|{edges}|{count}, name?}; of groups: {name, of, per}",
    items: {...dimensions.items, shortForm: ""},
  },
  measures: {
    ...measures,
    description: "orders.total; over groups {name, agg: avg|…, percentile?, of: measure, per: []}",
    items: {...measures.items, shortForm: ""},
  },
  filters: {
    ...filters,
    description: "All must hold; of measures for groups. Times: 2026-01-31[T12:30]",
  },
  calculations: {
    ...calculations,
    description: CALCULATION,
    items: {...calculations.items, shortForm: ""},
  },
  top: {
    ...top,
    description: "The greatest",
    shortForm: "{dimension, by: measure, count, direction?: asc, within?: [], others?: name}",
  },
  compare: {
    ...compare,
    description: "Beside an earlier span",
    shortForm: "{offset: {unit, count}, sameDays?}",
  },
  funnel: {
    ...funnel,
    shortForm:
      "Instead of measures: {entity, steps: [{name?, model?, time?, filters?}], within?: {unit, count}, timing?}",
  },
  retention: {
    ...retention,
    shortForm: "{entity, grain, periods?, time?, returns?: step, measures?}",
  },
  orderBy: {...orderBy, description: '"orders.total desc"'},
  limit,
  timezone: {...timezone, description: "IANA name"},
  fillGaps: {...fillGaps, description: "Adds missing periods"},
  totals: {...totals, description: "Over all rows"},
  subtotals: {...subtotals, description: "Of leading dimensions"},
};

/** The query's schema for tools listed beside the one that shows it whole: its longest parts are not repeated. */
export const QueryArguments = Type.Object(
  {
    ...queryProperties,
    filters: briefly(queryProperties.filters),
    calculations: briefly(calculations),
    top: {...queryProperties.top, shortForm: "As in run_query"},
    funnel: {...funnel, shortForm: "As in run_query"},
    retention: {...retention, shortForm: "As in run_query"},
  },
  {additionalProperties: false},
);

function briefly<T extends {items: object}>(list: T): T {
  return {...list, items: {...list.items, shortForm: "As in run_query"}};
}
