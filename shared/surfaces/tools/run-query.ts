import {Type} from "@sinclair/typebox";
import {QueryArguments, queryProperties} from "../../content/descriptions/query-arguments.ts";
import {shorten} from "../../core/one-line.ts";
import {explainQuery} from "../../querying/queries/prepare.ts";
import {choiceLines} from "../../querying/queries/query-detail.ts";
import {countFitting} from "./answer-size.ts";
import {askRows, type Rows, readRows} from "./rows.ts";
import {cell, tsv} from "./table.ts";
import {defineTool, READS, type ToolAnswer} from "./tool.ts";

const DEFAULT_ROWS = 100;
const MAX_ROWS = 1000;
/**
 * The last row that can be paged to. Beyond it the order of rows is up to the warehouse, and pages of one result would
 * not fit together.
 */
const LAST_ROW = 10_000;

/** Answers made from results in the result cache, which returns the same bytes object as long as it holds a result. */
const answers = new WeakMap<Uint8Array, {offset: number; answer: ToolAnswer}>();

export const runQueryTool = defineTool({
  name: "run_query",
  title: "Run a query",
  description: `Rows of a query as a table, ${DEFAULT_ROWS} unless limit says otherwise; send nextOffset as offset for more. Aggregate and filter rather than read many rows.`,
  scope: "read",
  input: Type.Object(
    {
      ...queryProperties,
      limit: Type.Optional(Type.Integer({minimum: 0, maximum: MAX_ROWS})),
      offset: Type.Optional(Type.Integer({minimum: 0, maximum: LAST_ROW - MAX_ROWS})),
    },
    {additionalProperties: false},
  ),
  output: Type.Object({
    columns: Type.Array(Type.Object({})),
    rows: Type.Array(Type.Array(Type.Unknown())),
    rowCount: Type.Integer(),
    truncated: Type.Boolean(),
    nextOffset: Type.Optional(Type.Integer()),
    notes: Type.Optional(Type.Array(Type.Object({}))),
    totals: Type.Optional(Type.Array(Type.Unknown())),
  }),
  annotations: READS,
  async call(context, {offset = 0, limit = DEFAULT_ROWS, ...query}) {
    const body = await askRows(context, query, {offset, limit});
    const held = body instanceof Uint8Array ? answers.get(body) : undefined;
    if (held?.offset === offset) return held.answer;
    const answer = answerOf(await readRows(body, offset), offset);
    if (body instanceof Uint8Array) answers.set(body, {offset, answer});
    return answer;
  },
});

/** The rows as a table, as many as fit; `offset` is absent where no further call gives the next ones. */
export function answerOf(
  {columns, rows: given, truncated, notes, totals}: Rows,
  offset?: number,
): ToolAnswer {
  const all = given.map(row => row.map(value => (typeof value === "string" ? shorten(value, 2000) : value)));
  const lines = all.map(row => row.map(cell).join("\t"));
  const count = countFitting(all, index => lines[index] ?? "");
  const isCut = truncated || count < all.length;
  const nextOffset =
    offset !== undefined && isCut && count > 0 && offset + count <= LAST_ROW - MAX_ROWS
      ? offset + count
      : undefined;
  const text = [
    columns.map(({name, type}) => `${name}:${type}`).join("\t"),
    ...lines.slice(0, count),
    ...(totals ? ["totals:", totals.map(cell).join("\t")] : []),
    noteOf(count, isCut, nextOffset),
    ...(notes ?? []).map(({message}) => `Note: ${message}`),
  ].join("\n");
  return {
    text,
    structured: {
      columns,
      rows: all.slice(0, count),
      rowCount: count,
      truncated: isCut,
      ...(nextOffset === undefined ? {} : {nextOffset}),
      ...(notes ? {notes} : {}),
      ...(totals ? {totals} : {}),
    },
  };
}

function noteOf(count: number, isCut: boolean, nextOffset: number | undefined): string {
  const rows = `${count} row${count === 1 ? "" : "s"}`;
  if (!isCut) return `(${rows}, all)`;
  if (nextOffset === undefined)
    return `(${rows}; there are more: narrow the query, or ask the HTTP API for all)`;
  return `(${rows}; there are more: call again with offset ${nextOffset}, or narrow the query)`;
}

export const validateQueryTool = defineTool({
  name: "validate_query",
  title: "Validate a query",
  description: "Compiles a query without running it. Returns the SQL and the columns, or the errors.",
  scope: "read",
  input: QueryArguments,
  output: Type.Object({
    sql: Type.String(),
    dialect: Type.String(),
    projectId: Type.String(),
    columns: Type.Array(Type.Object({})),
    rollups: Type.Optional(Type.Object({})),
  }),
  annotations: READS,
  async call({runner, actor}, query) {
    const {project, columns: typed, detail} = await explainQuery(runner, actor, query, new Date());
    const columns = typed.map(({name, type}) => ({name, type}));
    const {sql, dialect, rollups} = detail;
    const shortSql = shorten(sql, 12_000);
    const lines = [
      `Valid. Columns:\n${tsv(columns, ["name", "type"])}`,
      ...(sql === "" ? [] : [`${dialect} SQL:\n${shortSql}`]),
      ...choiceLines(detail),
    ];
    return {
      text: lines.join("\n"),
      structured: {sql: shortSql, dialect, projectId: project.id, columns, ...(rollups ? {rollups} : {})},
    };
  },
});
