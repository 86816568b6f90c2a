import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../actor.ts";
import {type KeptQuery, mayReadKept} from "../authors/kept-rows.ts";
import type {LayerDeps} from "../layers/layers.ts";
import type {Prepared} from "../layers/query-memory.ts";
import {NOWHERE} from "../resources/parts.ts";
import {Query} from "../semantic/query.ts";
import {rowReaderOf} from "../validate.ts";

/** A statement behind rows that a delivery has kept. */
export const KeptStatement = Type.Object({
  /** The chart or dataset whose rows they are. */
  contentId: Type.String(),
  contentType: Type.Union([Type.Literal("chart"), Type.Literal("dataset")]),
  projectId: Type.String(),
  /** The dataset that the query names as its model. */
  datasetId: Type.Union([Type.String(), Type.Null()]),
  /** The dashboard that was sent, if the chart is one of its tiles. */
  dashboardId: Type.Optional(Type.String()),
  query: Query,
  /** The most rows of it; null: all. */
  limit: Type.Union([Type.Integer(), Type.Null()]),
  fingerprint: Type.String(),
  /** The moment, in ISO 8601, from which relative periods were counted. */
  at: Type.String(),
});
export type KeptStatement = Static<typeof KeptStatement>;

/** Parses the statements of a delivery's row. */
export const readStatements = rowReaderOf(
  Type.Object({statements: Type.Array(KeptStatement)}),
  "the delivery",
);

/** The record of a query of a chart or dataset, filters included, as it was prepared for that moment. */
export function statementOf(
  content: {type: KeptStatement["contentType"]; id: string; dashboardId?: string | undefined},
  query: Query,
  {project, datasetId, compiled, fingerprint}: Prepared,
  at: Date,
): KeptStatement {
  return {
    contentId: content.id,
    contentType: content.type,
    projectId: project.id,
    datasetId: datasetId ?? null,
    ...(content.dashboardId === undefined ? {} : {dashboardId: content.dashboardId}),
    query,
    limit: compiled.limit ?? null,
    fingerprint,
    at: at.toISOString(),
  };
}

interface KeptRows {
  statements: readonly KeptStatement[];
  files: readonly unknown[];
}

/** Whether the caller may read the files of a delivery; `shared/authors/kept-rows.ts` has the rule. */
export async function mayReadRows(
  deps: LayerDeps,
  actor: Actor,
  {statements, files}: KeptRows,
): Promise<boolean> {
  // Files without a record of what they hold are nobody's.
  if (statements.length === 0) return files.length === 0;
  return mayReadKept(deps, actor, statements.map(keptQuery));
}

function keptQuery({contentId, contentType, ...statement}: KeptStatement): KeptQuery {
  return contentId === NOWHERE ? statement : {...statement, content: {type: contentType, id: contentId}};
}
