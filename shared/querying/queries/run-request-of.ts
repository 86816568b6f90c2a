import type {Actor} from "../../core/actor.ts";
import {type ErrorCode, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {QuerySource} from "../../core/wire/query-source.ts";
import type {ResultNote} from "../../core/wire/result-note.ts";
import type {ResultFormat, RunRequest, RunTrigger} from "../../core/wire/run-request.ts";
import type {SqlType} from "../../core/wire/sql-tables.ts";
import {measureNames, type Query} from "../../semantic/documents.ts";
import {type CompiledQuery, comparedNames, type ResultColumn} from "../../semantic/index.ts";
import {type FieldReference, isAdditive, type MeasureField} from "../../semantic/layers.ts";
import type {RollupAnswer, RollupChoice} from "../../semantic/rollup-matching/index.ts";
import type {Prepared} from "../layers/query-caches.ts";
import type {QueryProject} from "../layers/query-project.ts";
import type {RunAnswer, SqlColumn} from "./query-runner.ts";
import {workbookColumnsOf} from "./results/workbook-columns.ts";

/** A prepared query as a worker runs it: over a roll-up if one was chosen, otherwise in its warehouse. */
export function runRequestOf(
  prepared: Prepared,
  actor: Actor,
  query: Query,
  options: AnswerOptions & {
    requestId: string;
    traceparent?: string | undefined;
    timeoutMs: number;
    runId?: string;
  },
): RunRequest {
  const {trigger, requestId, traceparent, runId = newId("run"), fromRollups, sqlColumns, ...rest} = options;
  const {project, compiled} = prepared;
  const chosen = rollupIn(prepared, options);
  const {sql, parameters, totals} = chosen ?? compiled;
  const notes = notesOf(compiled);
  const looks = options.format === "xlsx" ? {looks: workbookColumnsOf(compiled)} : {};
  return {
    orgId: actor.orgId,
    source: chosen ? rollupSource(chosen, project.source) : project.source,
    sql,
    parameters,
    ...(chosen ? {dataAsOf: chosen.dataAsOf} : {}),
    columns: sqlColumns ? renamed(compiled.columns, sqlColumns) : compiled.columns,
    ...(sqlColumns && options.format === "data_rows" ? {sqlTypes: derivedOf(sqlColumns).types} : {}),
    timezone: compiled.timezone,
    ...(compiled.limit === undefined ? {} : {limit: compiled.limit}),
    ...(totals ? {totals: {...totals, measureCount: measureCountOf(query)}} : {}),
    ...(notes.length > 0 ? {notes} : {}),
    ...rest,
    ...looks,
    fingerprint: answerOf(prepared, options).fingerprint,
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

/** The options that an answer depends on, beside the prepared query. */
export interface AnswerOptions {
  format: ResultFormat;
  trigger: RunTrigger;
  fresh: boolean;
  /** `false` if the query must run in the warehouse. Default true. */
  fromRollups?: boolean;
  /** The names that a statement in SQL gives to the result's columns. */
  sqlColumns?: readonly SqlColumn[];
}

/** Values that are derived from the columns of a plan and shared by all executions of the plan. */
interface DerivedOfColumns {
  hash: string;
  types: SqlType[];
  /** The columns of a compiled query under the plan's names. */
  renamed?: {of: readonly ResultColumn[]; columns: ResultColumn[]};
}

const derivedByColumns = new WeakMap<readonly SqlColumn[], DerivedOfColumns>();

function derivedOf(columns: readonly SqlColumn[]): DerivedOfColumns {
  const known = derivedByColumns.get(columns);
  if (known) return known;
  const made = {hash: hashOf(columns), types: columns.map(({type}) => type)};
  derivedByColumns.set(columns, made);
  return made;
}

function renamed(columns: readonly ResultColumn[], names: readonly SqlColumn[]): ResultColumn[] {
  const known = derivedOf(names);
  if (known.renamed?.of !== columns) {
    const named = columns.map((column, index) => ({...column, name: names[index]?.name ?? column.name}));
    known.renamed = {of: columns, columns: named};
  }
  return known.renamed.columns;
}

/** The fingerprint of an answer and, if a roll-up gives it, the time of its data. */
export function answerOf(
  prepared: Prepared,
  options: AnswerOptions,
): {fingerprint: string; dataAsOf?: string} {
  const chosen = rollupIn(prepared, options);
  const ofStatement = (chosen && prepared.rollups?.fingerprint) ?? prepared.fingerprint;
  const fingerprint = options.sqlColumns
    ? `${ofStatement}.${derivedOf(options.sqlColumns).hash}`
    : ofStatement;
  return {
    // A workbook also depends on the labels and formats of the layer.
    fingerprint:
      options.format === "xlsx" ? hashOf([fingerprint, workbookColumnsOf(prepared.compiled)]) : fingerprint,
    ...(chosen ? {dataAsOf: chosen.dataAsOf} : {}),
  };
}

/**
 * The roll-up that this run reads. None for a run that needs fresh data, for a run whose result is stored, because a
 * stored result is checked against the warehouse's statement, and for a format with the engine's own types, unless the
 * warehouse has the same engine.
 */
function rollupIn(
  {rollups, project}: Prepared,
  {format, trigger, fresh, fromRollups = true}: AnswerOptions,
): RollupAnswer | undefined {
  if (!fromRollups || fresh || trigger === "async" || (format === "arrow" && project.dialect !== "duckdb"))
    return undefined;
  return rollups?.chosen;
}

function rollupSource({buildId: id, inWarehouse}: RollupAnswer, own: QuerySource): QuerySource {
  const reads =
    inWarehouse && own.kind === "connection" ? {connection: {id: own.id, version: own.version}} : {};
  return {kind: "rollup", id, ...reads};
}

/**
 * The number of columns of the totals that are measures; those of calculations and of the subtotals' marker are null.
 */
function measureCountOf(query: Query): number {
  const {calculations = [], compare, subtotals} = query;
  const measures = measureNames(query);
  const columns = compare === undefined ? measures : measures.flatMap(comparedNames);
  return columns.length + calculations.length + (subtotals === true ? 1 : 0);
}

/**
 * Notes on calculations that are shares of the sum of the groups, where that sum differs from the measure over all of
 * their rows.
 */
function notesOf({columns, fields, calculations, overlaps = []}: CompiledQuery): ResultNote[] {
  return calculations.flatMap(({kind, of, behind, within}, i) => {
    const column = columns[fields.length + i]?.name ?? "";
    if (kind !== "percent_of_total" || behind !== undefined || of.field.kind !== "measure") return [];
    const split = fields.flatMap(({field}, index) =>
      field.kind === "dimension" && !within.includes(index) ? [index] : [],
    );
    const reason = reasonOf(of.field, split, fields, columns, overlaps[fields.indexOf(of)] ?? []);
    if (reason === undefined) return [];
    const message = `"${column}" is a share of the sum of the groups, which is not the measure over all of them: ${reason}. For shares of that, ask with "totals" and divide by the total.`;
    return [{column, code: "not_of_the_whole" as const, message}];
  });
}

function reasonOf(
  measure: MeasureField,
  split: readonly number[],
  fields: readonly FieldReference[],
  columns: CompiledQuery["columns"],
  overlaps: readonly number[],
): string | undefined {
  const name = `${measure.model.name}.${measure.name}`;
  const many = split.find(index => overlaps.includes(index));
  if (many !== undefined)
    return `what "${name}" counts can be in several groups of "${columns[many]?.name ?? ""}"`;
  if (split.length === 0 || isAdditive(measure)) return undefined;
  // Windows and balances can be added up over every dimension except time.
  const {rolling, toDate, nonAdditive, ...source} = measure.source;
  const isOverTime = split.some(index => ["date", "timestamp"].includes(fields[index]?.field.type ?? ""));
  if (!isOverTime && isAdditive({...measure, source})) return undefined;
  return `values of "${name}" do not add up`;
}

/** Errors that may come from a roll-up's files, and not from the query: the warehouse is queried instead. */
const ROLLUP_FAULTS: ReadonlySet<ErrorCode> = new Set(["not_found", "connection_failed", "warehouse_error"]);

/** The source of a run's rows, and the organization. */
type Read = Pick<RunRequest, "orgId" | "source">;

/** The reads of roll-ups that a run consists of. */
function rollupReads({orgId, source}: RunRequest): Read[] {
  const sources = source.kind === "rest" ? source.inputs.map(({run}) => run.source) : [source];
  return sources.filter(({kind}) => kind === "rollup").map(one => ({orgId, source: one}));
}

/**
 * Runs a query over a roll-up if one was chosen. If the roll-up was replaced in the meantime, or its files cannot be
 * read, the query runs in the warehouse, and `onRefused` is called with the code of the error.
 */
export async function runFromRollups(
  requestOf: (fromRollups: boolean) => RunRequest,
  run: (request: RunRequest) => Promise<RunAnswer>,
  signal: AbortSignal,
  onRefused: (read: Read, code: ErrorCode) => Promise<void>,
): Promise<RunAnswer> {
  const request = requestOf(true);
  const reads = rollupReads(request);
  if (reads.length === 0) return run(request);
  try {
    const answer = await run(request);
    return request.dataAsOf === undefined ? answer : {...answer, dataAsOf: request.dataAsOf};
  } catch (error) {
    if (signal.aborted || !(error instanceof ServiceError) || !ROLLUP_FAULTS.has(error.code)) throw error;
    const answer = await run(requestOf(false));
    for (const read of reads) await onRefused(read, error.code);
    return answer;
  }
}

/**
 * The fingerprint of a compiled query: equal queries have equal fingerprints. The next version must compute the same
 * ones, because it reads results that this version has cached.
 */
export function fingerprintOf(
  {source}: QueryProject,
  {sql, parameters, columns, totals, timezone, limit}: CompiledQuery,
): string {
  const version = source.kind === "connection" ? source.version : 0;
  return hashOf([source.id, version, sql, parameters, columns, totals, timezone, limit]);
}

/** The roll-up that was chosen for a compiled query, with the fingerprint of its answer. */
export function withFingerprint(
  choice: RollupChoice,
  compiled: CompiledQuery,
): NonNullable<Prepared["rollups"]> {
  const {chosen} = choice;
  if (!chosen) return choice;
  const {buildId, sql, parameters, totals} = chosen;
  const {columns, timezone, limit} = compiled;
  return {...choice, fingerprint: hashOf([buildId, sql, parameters, columns, totals, timezone, limit])};
}

/** A hash of a value's JSON, for keys of caches. */
export function hashOf(value: unknown): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(value)).digest("base64url");
}
