import {type Static, Type} from "@sinclair/typebox";
import {Found} from "../actions/run-schemas.ts";
import {CheckedFigure} from "../agents/report/checked-figure.ts";
import {Known} from "../authors/known.ts";
import {ChartType} from "../charts/config.ts";
import {NamedResource} from "../schedules/resources.ts";
import {Condition, DeliveryFormat} from "../schedules/schemas.ts";
import {Filter, Query} from "../semantic/query.ts";
import {readerOf} from "../validate.ts";

/** A chart that an agent has asked for in its answer; its query is pinned. */
export const AskedChart = Type.Object({name: Type.String(), type: ChartType, query: Query});
export type AskedChart = Static<typeof AskedChart>;

/** What a delivery sends, copied from what sends it when the delivery was made. */
export const DeliveryDefinition = Type.Object({
  resources: Type.Array(NamedResource),
  formats: Type.Array(DeliveryFormat),
  filters: Type.Array(Filter),
  condition: Type.Union([Condition, Type.Null()]),
  subject: Type.Union([Type.String(), Type.Null()]),
  message: Type.Union([Type.String(), Type.Null()]),
  cron: Type.String(),
  timezone: Type.String(),
  /** What of it the principal knew when they saved it; without it everything is trusted. */
  accepted: Type.Optional(Known),
  /** The rows because of which it is sent. */
  found: Type.Optional(Found),
  /** The report of an agent. */
  report: Type.Optional(
    Type.Object({title: Type.String(), markdown: Type.String(), figures: Type.Array(CheckedFigure)}),
  ),
  /** Charts that are saved nowhere, each a query and how it is drawn. */
  charts: Type.Optional(Type.Array(AskedChart)),
});
export type DeliveryDefinition = Static<typeof DeliveryDefinition>;

export const readDefinition = readerOf(DeliveryDefinition, "the definition of a delivery");
