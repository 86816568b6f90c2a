import {Type} from "@sinclair/typebox";
import {Query} from "../semantic/query.ts";

const {model, dimensions, measures, filters, calculations, top, orderBy, limit, timezone, fillGaps, totals} =
  Query.properties;

/** Written out, a schema of it would be five times as long; whoever violates it is told by the validation. */
const CALCULATION =
  "{name, type: percent_of_total | rank | running_total | difference | percent_change | moving_average | first | last, " +
  "of: measure, within?: dimensions, along?: time, direction?, offset?: periods, count?: periods}";

/** The query of `POST /api/query`, with descriptions of its parts for agents. */
export const queryProperties = {
  model: {...model, description: "Model name, or a dataset's slug"},
  projectId: Query.properties.projectId,
  dimensions: {...dimensions, description: "Qualified names, times with a grain: orders.placed_at.month"},
  measures: {...measures, description: "Qualified names: orders.total"},
  filters: {
    ...filters,
    description:
      "All must hold. On a measure a filter acts on groups. Times are text: 2026-01-31 or with T12:30",
  },
  calculations: {
    ...calculations,
    description: `Columns computed of the groups, before limit: ${CALCULATION}`,
    items: {...calculations.items, shownAs: ""},
  },
  top: {
    ...top,
    description: "Keeps the greatest values of a dimension",
    shownAs: "{dimension, by: measure, count, within?: dimensions, others?: name of the rest}",
  },
  orderBy: {...orderBy, description: '"orders.total desc"'},
  limit,
  timezone: {...timezone, description: "IANA name; default the project's"},
  fillGaps: {...fillGaps, description: "Adds the missing periods of a time grain"},
  totals: {...totals, description: "Adds totals over all rows"},
};

/** The same beside another tool that shows it whole: its longest parts are not repeated. */
export const QueryArguments = Type.Object(
  {
    ...queryProperties,
    filters: briefly(queryProperties.filters),
    calculations: briefly(calculations),
    top: {...queryProperties.top, shownAs: "As in run_query"},
  },
  {additionalProperties: false},
);

function briefly<T extends {items: object}>(list: T): T {
  return {...list, items: {...list.items, shownAs: "As in run_query"}};
}
