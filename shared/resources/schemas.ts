import {type Static, Type} from "@sinclair/typebox";
import {Query} from "../semantic/query.ts";
import {ChartType} from "../wire/chart-config.ts";

const ResourceType = Type.Union([Type.Literal("dashboard"), Type.Literal("chart"), Type.Literal("dataset")]);

export const ScheduleResource = Type.Object(
  {resourceType: ResourceType, resourceId: Type.String({minLength: 1, maxLength: 64})},
  {additionalProperties: false, $id: "ScheduleResource"},
);
export type ScheduleResource = Static<typeof ScheduleResource>;

/** A chart that an agent has asked for in its answer; its query is pinned. */
export const AskedChart = Type.Object({name: Type.String(), type: ChartType, query: Query});
export type AskedChart = Static<typeof AskedChart>;
