import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {labelsOf} from "../../querying/queries/results/column-labels.ts";
import type {DimensionType} from "../../semantic/documents.ts";
import type {CompiledQuery} from "../../semantic/index.ts";
import type {FieldReference} from "../../semantic/layers.ts";
import {typeAtGrain} from "../../semantic/vocabulary.ts";
import type {ChartRow} from "../charts/charts.ts";
import {filterTile} from "./filter-tiles.ts";
import type {DashboardFilter} from "./schemas.ts";

const TYPES = ["string", "number", "boolean", "date", "timestamp", "json"] as const;

/** A declared filter with the properties that a page needs to show its control. */
export const OfferedFilter = Type.Object(
  {
    field: Type.String({description: "The qualified name of the field."}),
    label: Type.String({
      description: "The label that the dashboard gives the filter, else the field's label.",
    }),
    type: Type.Union([...TYPES.map(type => Type.Literal(type)), Type.Null()], {
      description: "The type of the filter's values; null if no chart of the dashboard takes the filter.",
    }),
    grain: Type.Optional(
      Type.String({description: "The grain of the filter's values, for a time with a grain."}),
    ),
    weekStart: Type.Optional(
      Type.Union([Type.Literal("monday"), Type.Literal("sunday")], {
        description: "Only with the grain `week`.",
      }),
    ),
    fiscalStart: Type.Optional(
      Type.Integer({
        description:
          "For a time in a layer with fiscal years: the month with which they begin, from 1 to 12.",
      }),
    ),
  },
  {$id: "OfferedFilter"},
);
export type OfferedFilter = Static<typeof OfferedFilter>;

/** A field by which a chart can be filtered, as the chart's query resolves it. */
export interface FilterableField {
  reference: FieldReference;
  type: DimensionType;
  weekStart: "monday" | "sunday";
  fiscalStart?: number;
}

/** One entry for each of these fields, in order; `undefined` if the caller cannot filter the chart by the field. */
export async function filterableFields(
  deps: LayerDeps,
  actor: Actor,
  dashboardId: string,
  chart: ChartRow,
  fields: readonly string[],
): Promise<(FilterableField | undefined)[]> {
  const filters = fields.map(field => ({field, op: "is_not_null"}));
  const {reports, prepared} = await filterTile(deps, actor, dashboardId, chart, filters, new Date());
  if (!prepared) return fields.map(() => undefined);
  const {compiled, project} = prepared;
  // The filters that apply come after the chart's own filters.
  let index = chart.query.filters?.length ?? 0;
  return reports.map(({applied}) => {
    const reference = applied ? referenceAt(compiled, `/filters/${index++}`) : undefined;
    if (!reference) return undefined;
    const type = typeAtGrain(reference.field.type, reference.grain);
    const {fiscalStart} = compiled;
    return {
      reference,
      type,
      weekStart: project.weekStart,
      ...(fiscalStart === undefined ? {} : {fiscalStart}),
    };
  });
}

function referenceAt({conditions}: CompiledQuery, pointer: string): FieldReference | undefined {
  return conditions.find(condition => condition.pointer === pointer)?.reference;
}

/**
 * Describes each declared filter. The type and the grain come from the first chart that the caller may filter by the
 * field.
 */
export async function offeredFilters(
  deps: LayerDeps,
  actor: Actor,
  dashboardId: string,
  charts: readonly ChartRow[],
  declared: readonly DashboardFilter[],
): Promise<OfferedFilter[]> {
  const found = new Map<string, FilterableField>();
  for (const chart of charts) {
    const missing = declared.map(({field}) => field).filter(field => !found.has(field));
    if (missing.length === 0) break;
    const taken = await filterableFields(deps, actor, dashboardId, chart, missing);
    for (const [index, field] of missing.entries()) {
      const one = taken[index];
      if (one) found.set(field, one);
    }
  }
  return declared.map(({field, label}) => {
    const taken = found.get(field);
    if (!taken) return {field, label: label ?? field, type: null};
    const {reference, type, weekStart, fiscalStart} = taken;
    const isPeriod = type === "date" || type === "timestamp";
    return {
      field,
      label: label ?? labelsOf([reference])[0] ?? field,
      type,
      ...(isPeriod && reference.grain !== undefined ? {grain: reference.grain} : {}),
      ...(reference.grain === "week" ? {weekStart} : {}),
      ...(isPeriod && fiscalStart !== undefined ? {fiscalStart} : {}),
    };
  });
}
