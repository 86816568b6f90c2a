import {type Static, Type} from "@sinclair/typebox";
import {ChartType} from "../../core/wire/chart-config.ts";
import {Query} from "../../semantic/documents.ts";

const ResourceType = Type.Union([Type.Literal("dashboard"), Type.Literal("chart"), Type.Literal("dataset")], {
  apiDescription: "The type of what is sent.",
});

export const ScheduleResource = Type.Object(
  {
    resourceType: ResourceType,
    resourceId: Type.String({minLength: 1, maxLength: 64, apiDescription: "The id of what is sent."}),
  },
  {additionalProperties: false, $id: "ScheduleResource"},
);
export type ScheduleResource = Static<typeof ScheduleResource>;

/** A chart that an agent requests in its answer. The query is pinned. */
export const UnsavedChart = Type.Object({name: Type.String(), type: ChartType, query: Query});
export type UnsavedChart = Static<typeof UnsavedChart>;
