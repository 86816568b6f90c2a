import {type Static, Type} from "@sinclair/typebox";
import {UnsavedChart} from "../../content/resources/schemas.ts";
import {Accepted} from "../../content/run-as/schemas.ts";
import {readerOf} from "../../core/validate.ts";
import {Filter} from "../../semantic/documents.ts";
import {NamedResource} from "../schedules/resources.ts";
import {Condition, DeliveryFormat} from "../schedules/schemas.ts";
import {CheckedFigure} from "./checked-figure.ts";
import {Found} from "./triggering-rows.ts";

/** The content of a delivery, copied from its source when the delivery was created. */
export const DeliveryDefinition = Type.Object({
  resources: Type.Array(NamedResource),
  formats: Type.Array(DeliveryFormat),
  filters: Type.Array(Filter),
  condition: Type.Union([Condition, Type.Null()]),
  subject: Type.Union([Type.String(), Type.Null()]),
  message: Type.Union([Type.String(), Type.Null()]),
  cron: Type.String(),
  timezone: Type.String(),
  /** The content that the principal knew at the last save of the source. Without it, everything is trusted. */
  accepted: Type.Optional(Accepted),
  /** The rows that fired the action, if an action sends the delivery. */
  found: Type.Optional(Found),
  /** The report of an agent. */
  report: Type.Optional(
    Type.Object({title: Type.String(), markdown: Type.String(), figures: Type.Array(CheckedFigure)}),
  ),
  /** Charts that are not saved as content, each with its query and its type. */
  charts: Type.Optional(Type.Array(UnsavedChart)),
});
export type DeliveryDefinition = Static<typeof DeliveryDefinition>;

export const readDefinition = readerOf(DeliveryDefinition, "the definition of a delivery");
