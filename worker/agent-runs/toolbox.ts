import {Type} from "@sinclair/typebox";
import {ANSWER} from "../../shared/automation/agents/prompt.ts";
import type {EvidenceStatement} from "../../shared/automation/agents/run-schemas.ts";
import type {Trust} from "../../shared/content/run-as/judge-content.ts";
import {requireScope} from "../../shared/core/access.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {isReadable} from "../../shared/core/validate.ts";
import {callTool} from "../../shared/surfaces/tools/call-tool.ts";
import {
  definitionsOf,
  OF_CONTENT,
  type ToolDefinition,
  toolsFor,
} from "../../shared/surfaces/tools/model-context/tool-definitions.ts";
import {runQueryTool} from "../../shared/surfaces/tools/run-query.ts";
import {type Ground, groundOfModel, type RunGrounding} from "./grounding.ts";
import {type Seen, type UpcomingQuery, watched} from "./watched-runner.ts";

/** Rows that the model has seen, with the query that returned them. */
export interface RunEvidence {
  queryRunId: string;
  sql: string;
  statement: EvidenceStatement;
  columns: {name: string; type: string; format?: string}[];
  rows: unknown[][];
}

export interface ToolResult {
  text: string;
  isError: boolean;
  evidence: RunEvidence[];
}

export interface ToolLimits {
  signal: AbortSignal;
  /** The time limit of each statement. */
  timeoutMs: number;
  /** The time limit of the whole call. */
  totalMs: number;
  /** Called before each query of the tool. */
  ask?: ((query: UpcomingQuery) => Promise<void>) | undefined;
}

export interface Toolbox {
  definitions: ToolDefinition[];
  /** Runs a tool. Errors are also returned as results. Rejects only when the run is to end. */
  call(name: string, args: unknown, limits: ToolLimits): Promise<ToolResult>;
}

interface Place {
  grounding: RunGrounding;
  /** The tool with which the model gives its answer. */
  answer: ToolDefinition;
  trust: Trust;
  requestId: string;
}

/** The tools of a run, restricted to its grounding. */
export function openToolbox({grounding, answer: given, trust, requestId}: Place): Toolbox {
  const {hasModels, hasContent, datasets} = grounding;
  const offered = toolsFor({hasModels, hasContent, hasDatasets: datasets.size > 0});
  const tools = new Map(offered.map(tool => [tool.name, tool]));
  return {
    definitions: definitionsOf(offered, given),
    async call(name, args, {signal, timeoutMs, totalMs, ask}) {
      const tool = tools.get(name);
      if (!tool) return unknownTool(name, [...tools.keys(), ANSWER]);
      if (isBeyond(grounding, tool.name, args)) return NOT_THERE;
      const ground = groundOf(grounding, tool.name, args);
      const seen: Seen[] = [];
      const now = new Date();
      const runner = watched(ground.runner, now, one => seen.push(one), ask);
      const {actor} = ground;
      requireScope(actor, tool.scope);
      const context = {actor, runner, requestId, signal, timeoutMs, trust, now, trigger: "agent"} as const;
      const answer = await callTool(tool, context, args ?? {}, totalMs);
      const text = answer.content.map(partText).join("\n");
      if ("isError" in answer)
        return {text, isError: true, evidence: evidenceOf(seen, undefined, FIRST_PAGE)};
      const page = pageOf(tool.name, args, answer.structuredContent);
      const evidence = evidenceOf(seen, answer.structuredContent, page);
      const hasTotals = totalsIn(answer.structuredContent).length > 0;
      return {text: withRunIds(text, evidence, hasTotals), isError: false, evidence};
    },
  };
}

function unknownTool(name: string, known: readonly string[]): ToolResult {
  const text = `Error: there is no tool "${name.slice(0, 100)}". Tools: ${known.join(", ")}.`;
  return {text, isError: true, evidence: []};
}

const NOT_THERE: ToolResult = {
  text: "Error: There is nothing with that id that this run may read.",
  isError: true,
  evidence: [],
};

const isNamingId = isReadable(Type.Object({id: Type.String()}, {additionalProperties: true}));

/**
 * Whether a tool for content would read something outside of the grounding. Such tools can also read connections and
 * query runs, which no grounding contains.
 */
function isBeyond({content}: RunGrounding, tool: string, args: unknown): boolean {
  if (!OF_CONTENT.includes(tool) || !isNamingId(args)) return false;
  return content.actor.grounding?.content.includes(args.id) !== true;
}

const isNamingModel = isReadable(Type.Object({model: Type.String()}, {additionalProperties: true}));

function groundOf(grounding: RunGrounding, tool: string, args: unknown): Ground {
  if (OF_CONTENT.includes(tool)) return grounding.content;
  return isNamingModel(args) ? groundOfModel(grounding, args.model) : grounding.models;
}

const isText = isReadable(Type.Object({text: Type.String()}, {additionalProperties: true}));

function partText(part: object): string {
  if (isText(part)) return part.text;
  throw new ServiceError("internal_error", "A tool has returned something other than text.");
}

const columns = Type.Array(Type.Object({name: Type.String(), type: Type.String()}));
const rows = Type.Array(Type.Array(Type.Unknown()));
const totals = Type.Optional(Type.Array(Type.Unknown()));
const isTable = isReadable(Type.Object({columns, rows, totals}, {additionalProperties: true}));
const isPage = isReadable(Type.Object({offset: Type.Integer()}, {additionalProperties: true}));
const isParts = isReadable(
  Type.Object(
    {
      parts: Type.Array(
        Type.Object(
          {
            id: Type.String(),
            name: Type.String(),
            columns: Type.Optional(columns),
            rows: Type.Optional(rows),
          },
          {additionalProperties: true},
        ),
      ),
    },
    {additionalProperties: true},
  ),
);

/**
 * The rows in a tool's result, with its totals as one more row, and the query runs that returned the rows. Tables and
 * runs are in the same order.
 */
function evidenceOf(seen: readonly Seen[], structured: unknown, page: Page): RunEvidence[] {
  const {offset} = page;
  const tables = isTable(structured)
    ? [structured]
    : isParts(structured)
      ? structured.parts.filter(part => part.rows !== undefined)
      : [];
  const tablesToSave = tables.length === seen.length ? tables : [];
  return seen.map(({queryRunId, sql, statement, formats}, index) => {
    const table = tablesToSave[index];
    const chartId = table && "id" in table && typeof table.id === "string" ? {chartId: table.id} : {};
    return {
      queryRunId,
      sql,
      statement: {
        ...statement,
        ...chartId,
        ...(offset > 0 ? {firstRow: offset + 1} : {}),
        ...(page.isLast && table ? endedAt(statement, page, offset + (table.rows ?? []).length) : {}),
      },
      columns: (table?.columns ?? []).map(({name, type}, c) => {
        const format = formats[c];
        return {name, type, ...(format === undefined ? {} : {format})};
      }),
      rows: [...(table?.rows ?? []), ...totalsIn(table)].map(row => row.map(plain)),
    };
  });
}

/** The rows of a query's result that a tool has read. */
interface Page {
  offset: number;
  /** Whether the page ends with the last row of the query's result. */
  isLast: boolean;
  /** Whether the model itself has limited the number of rows. */
  isLimited: boolean;
}

const FIRST_PAGE: Page = {offset: 0, isLast: false, isLimited: false};

const isLimited = isReadable(Type.Object({limit: Type.Integer()}, {additionalProperties: true}));
const isToItsEnd = isReadable(Type.Object({truncated: Type.Literal(false)}, {additionalProperties: true}));

function pageOf(tool: string, args: unknown, structured: unknown): Page {
  return {
    offset: isPage(args) ? args.offset : 0,
    isLast: tool === runQueryTool.name && isToItsEnd(structured),
    isLimited: isLimited(args),
  };
}

/**
 * The row count and the query of a result that was read to its end. The query keeps its limit only if the model set it:
 * any other limit is the size of a page.
 */
function endedAt({query}: EvidenceStatement, page: Page, rowCount: number) {
  const {limit: _, ...whole} = query;
  return {rowCount, query: page.isLimited ? query : whole};
}

function totalsIn(table: object | undefined): unknown[][] {
  return table && isTable(table) && table.totals ? [table.totals] : [];
}

/** A number that a double would round becomes a string of its digits. */
function plain(value: unknown): unknown {
  const isRaw = typeof value === "object" && value !== null && "rawJSON" in value;
  return isRaw ? value.rawJSON : value;
}

function withRunIds(text: string, evidence: readonly RunEvidence[], hasTotals: boolean): string {
  const tablesToSave = evidence.filter(({rows: given}) => given.length > 0);
  const [one] = tablesToSave;
  if (!one) return text;
  const first = one.statement.firstRow ?? 1;
  const last = hasTotals ? `, the totals are row ${first + one.rows.length - 1}` : "";
  const ids = tablesToSave.map(({queryRunId}) => queryRunId).join(", ");
  const label =
    tablesToSave.length === 1
      ? "queryRunId of these rows"
      : "queryRunIds of the parts that have rows, in order";
  return `${text}\n${label}: ${ids} (rows are counted from ${first}${last})`;
}
