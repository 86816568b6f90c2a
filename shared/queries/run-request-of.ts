import type {Actor} from "../actor.ts";
import {newId} from "../ids.ts";
import type {Query} from "../semantic/query.ts";
import type {RollupAnswer} from "../semantic/rollups/answer.ts";
import {looksOf} from "./column-looks.ts";
import {hashOf} from "./hash.ts";
import type {Prepared} from "./query-memory.ts";
import type {ResultFormat, RunRequest, RunTrigger} from "./run-request.ts";

/** A prepared query as a worker runs it: over a roll-up where one was chosen, else over its warehouse. */
export function runRequestOf(
  prepared: Prepared,
  actor: Actor,
  query: Query,
  options: {
    format: ResultFormat;
    trigger: RunTrigger;
    requestId: string;
    traceparent?: string | undefined;
    fresh: boolean;
    timeoutMs: number;
    runId?: string;
    /** False: the warehouse is asked. */
    fromRollups?: boolean;
  },
): RunRequest {
  const {trigger, requestId, traceparent, runId = newId("run"), fromRollups = true, ...rest} = options;
  const {project, compiled} = prepared;
  const chosen = fromRollups ? rollupIn(prepared, options) : undefined;
  const fingerprint = (chosen && prepared.rollups?.fingerprint) ?? prepared.fingerprint;
  const {sql, parameters, totals} = chosen ?? compiled;
  const looks = options.format === "xlsx" ? {looks: looksOf(compiled)} : {};
  return {
    orgId: actor.orgId,
    source: chosen ? {kind: "rollup", id: chosen.buildId} : project.source,
    sql,
    parameters,
    ...(chosen ? {dataAsOf: chosen.dataAsOf} : {}),
    columns: compiled.columns,
    timezone: compiled.timezone,
    ...(compiled.limit === undefined ? {} : {limit: compiled.limit}),
    ...(totals ? {totals: {...totals, measureCount: measureCountOf(query)}} : {}),
    ...rest,
    ...looks,
    // A workbook differs with the labels and formats of the layer, too.
    fingerprint: looks.looks ? hashOf([fingerprint, looks.looks]) : fingerprint,
    record: {
      runId,
      principalId: actor.id,
      projectId: project.id,
      model: query.model,
      trigger,
      requestId,
      ...(traceparent === undefined ? {} : {traceparent}),
      ...(prepared.shape && !options.fresh && trigger !== "async" ? {shape: prepared.shape.id} : {}),
    },
  };
}

/**
 * The roll-up that this run reads: not one that wants the present, nor one whose result is kept for others, who are
 * compared by the warehouse's statement, nor in a format that has the engine's own types, unless it is the same engine.
 */
function rollupIn(
  {rollups, project}: Prepared,
  {format, trigger, fresh}: {format: ResultFormat; trigger: RunTrigger; fresh: boolean},
): RollupAnswer | undefined {
  if (fresh || trigger === "async" || (format === "arrow" && project.dialect !== "duckdb")) return undefined;
  return rollups?.chosen;
}

/** The columns of the totals, which are the measures, and nulls for the calculations. */
function measureCountOf({measures = [], calculations = []}: Query): number {
  return measures.length + calculations.length;
}
