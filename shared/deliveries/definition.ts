import {type Static, Type} from "@sinclair/typebox";
import {Found} from "../actions/run-schemas.ts";
import {NamedResource} from "../schedules/resources.ts";
import {Condition, DeliveryFormat} from "../schedules/schemas.ts";
import {Filter} from "../semantic/query.ts";
import {readerOf} from "../validate.ts";
import {Accepted} from "./accepted.ts";

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
  /** What of it the principal knows; without it everything is trusted. */
  accepted: Type.Optional(Accepted),
  /** The rows because of which it is sent. */
  found: Type.Optional(Found),
});
export type DeliveryDefinition = Static<typeof DeliveryDefinition>;

export const readDefinition = readerOf(DeliveryDefinition, "the definition of a delivery");
