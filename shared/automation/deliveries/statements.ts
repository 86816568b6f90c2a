import {type Static, Type} from "@sinclair/typebox";
import {UNSAVED_ID} from "../../content/resources/resource-queries.ts";
import {mayReadStoredRows, type StoredQuery} from "../../content/run-as/stored-rows.ts";
import type {Actor} from "../../core/actor.ts";
import {rowReaderOf} from "../../core/validate.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import {Query} from "../../semantic/documents.ts";

/** A statement whose rows are stored with a delivery. */
export const StoredStatement = Type.Object({
  /** The chart or dataset whose rows are stored. */
  contentId: Type.String(),
  contentType: Type.Union([Type.Literal("chart"), Type.Literal("dataset")]),
  projectId: Type.String(),
  /** The dataset that the query names as its model. */
  datasetId: Type.Union([Type.String(), Type.Null()]),
  /** The dashboard that was sent, if the chart is one of its tiles. */
  dashboardId: Type.Optional(Type.String()),
  query: Query,
  /** Row limit of the statement; null for all rows. */
  limit: Type.Union([Type.Integer(), Type.Null()]),
  fingerprint: Type.String(),
  /** The moment, in ISO 8601, from which relative periods were counted. */
  at: Type.String(),
});
export type StoredStatement = Static<typeof StoredStatement>;

/** Parses the statements of a delivery's row. */
export const readStatements = rowReaderOf(
  Type.Object({statements: Type.Array(StoredStatement)}),
  "the delivery",
);

/** The record of the query of a chart or dataset, including filters, as it was prepared for `at`. */
export function statementOf(
  content: {type: StoredStatement["contentType"]; id: string; dashboardId?: string | undefined},
  query: Query,
  {project, datasetId, compiled, fingerprint}: Prepared,
  at: Date,
): StoredStatement {
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

interface StoredRows {
  statements: readonly StoredStatement[];
  files: readonly unknown[];
}

/** Whether the caller may read the files of a delivery, by the rule in `shared/content/run-as/stored-rows.ts`. */
export async function mayReadRows(
  deps: LayerDeps,
  actor: Actor,
  {statements, files}: StoredRows,
): Promise<boolean> {
  // Nobody may read files whose statements were not recorded.
  if (statements.length === 0) return files.length === 0;
  return mayReadStoredRows(deps, actor, statements.map(storedQuery));
}

function storedQuery({contentId, contentType, ...statement}: StoredStatement): StoredQuery {
  return contentId === UNSAVED_ID ? statement : {...statement, content: {type: contentType, id: contentId}};
}
