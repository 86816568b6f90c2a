import {type Static, Type} from "@sinclair/typebox";
import {Known} from "../authors/known.ts";
import {AskedChart} from "../resources/schemas.ts";
import {NamedResource} from "../schedules/resources.ts";
import {Condition, DeliveryFormat} from "../schedules/schemas.ts";
import {Filter} from "../semantic/query.ts";
import {readerOf} from "../validate.ts";
import {CheckedFigure} from "./checked-figure.ts";
import {Found} from "./found.ts";

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
