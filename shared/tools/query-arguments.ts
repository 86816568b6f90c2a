import {Type} from "@sinclair/typebox";
import {Query} from "../semantic/query.ts";

const {model, dimensions, measures, filters, orderBy, limit, timezone, fillGaps, totals} = Query.properties;

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
  orderBy: {...orderBy, description: '"orders.total desc"'},
  limit,
  timezone: {...timezone, description: "IANA name; default the project's"},
  fillGaps: {...fillGaps, description: "Adds the missing periods of a time grain"},
  totals: {...totals, description: "Adds totals over all rows"},
};

export const QueryArguments = Type.Object(queryProperties, {additionalProperties: false});
