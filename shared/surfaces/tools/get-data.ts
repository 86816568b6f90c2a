import {Type} from "@sinclair/typebox";
import {type Part, prepareResource} from "../../content/resources/resource-queries.ts";
import {judgeSheet} from "../../content/run-as/judge-content.ts";
import {parseCell} from "../../content/sheets/a1.ts";
import {calculateSheet} from "../../content/sheets/calculate.ts";
import type {Calculated} from "../../content/sheets/schemas.ts";
import {requireSheet} from "../../content/sheets/sheets.ts";
import {ServiceError} from "../../core/errors.ts";
import {isId} from "../../core/ids.ts";
import {shorten} from "../../core/one-line.ts";
import {itemProblem} from "../../core/problem.ts";
import {readResultText} from "../../querying/queries/results/result-text.ts";
import {countFitting, MAX_ANSWER_BYTES} from "./answer-size.ts";
import {parseRows} from "./rows.ts";
import {cell} from "./table.ts";
import {defineTool, errorReader, READS, type ToolAnswer, type ToolContext} from "./tool.ts";

/** The most rows of one chart. */
const MAX_ROWS = 200;
const MAX_READ_BYTES = 16 * 1024 * 1024;
const RESOURCES = {chart: "chart", dash: "dashboard", ds: "dataset"} as const;
const PREFIXES = ["chart", "dash", "ds"] as const;

/** The rows of one chart or dataset, or the reason why there are none. */
interface DataPart {
  id: string;
  name: string;
  columns?: {name: string; type: string}[];
  rows?: unknown[][];
  truncated?: boolean;
  notes?: string[];
  error?: string;
}

/** The data of charts, dashboards, datasets and sheets, as they are saved. */
export const getDataTool = defineTool({
  name: "get_data",
  title: "Get data",
  description:
    "The rows of a chart, of each tile of a dashboard or of a dataset, or the values of a sheet, by its id.",
  scope: "read",
  input: Type.Object({id: Type.String({maxLength: 100})}, {additionalProperties: false}),
  output: Type.Object({name: Type.String(), parts: Type.Array(Type.Object({}))}),
  annotations: READS,
  async call(context, {id}) {
    if (isId("sheet", id)) return sheetData(context, id);
    for (const prefix of PREFIXES) if (isId(prefix, id)) return contentData(context, prefix, id);
    const allowed = [...PREFIXES, "sheet"].map(prefix => `${prefix}_…`);
    const message = `"${id}" is not the id of a chart, a dashboard, a dataset or a sheet.`;
    throw new ServiceError("not_found", message, {errors: [{path: "/id", message, allowed}]});
  },
});

async function contentData(
  context: ToolContext,
  prefix: (typeof PREFIXES)[number],
  resourceId: string,
): Promise<ToolAnswer> {
  const {runner, actor, trust, now = new Date()} = context;
  const resource = {resourceType: RESOURCES[prefix], resourceId};
  const {name, parts} = await prepareResource(runner, actor, resource, [], now, trust);
  const visibleParts: DataPart[] = [];
  let left = MAX_ANSWER_BYTES;
  for (const part of parts) {
    const data = await partData(context, part, left);
    left -= Buffer.byteLength(JSON.stringify(data.rows ?? []));
    visibleParts.push(data);
  }
  const text = [`${resource.resourceType} "${name}"`, ...visibleParts.flatMap(linesOf)].join("\n");
  return {text, structured: {name, parts: visibleParts}};
}

/** Parts run one after the other, so that their rows come in order. */
async function partData(context: ToolContext, part: Part, left: number): Promise<DataPart> {
  const {runner} = context;
  const head = {id: part.contentId, name: part.chart?.name ?? "A chart that you cannot see"};
  if (left <= 0) return {...head, error: "Too long for this answer: request it by its own id."};
  try {
    if (part.fault || !part.query) throw part.fault ?? new ServiceError("not_found", "There are no rows.");
    const limit = Math.min(part.query.limit ?? MAX_ROWS, MAX_ROWS);
    const prepared = await part.prepareFirst(limit);
    const {body} = await runner.run(context, {...part.query, limit}, prepared, "json");
    const {
      columns,
      rows: all,
      truncated,
      notes = [],
    } = parseRows(await readResultText(body, {bytes: MAX_READ_BYTES}));
    const cut = all.map(row => row.map(value => (typeof value === "string" ? shorten(value) : value)));
    const count = countFitting(cut, index => (cut[index] ?? []).map(cell).join("\t"));
    const withNotes = notes.length > 0 ? {notes: notes.map(({message}) => message)} : {};
    return {
      ...head,
      columns,
      rows: cut.slice(0, count),
      truncated: truncated || count < cut.length,
      ...withNotes,
    };
  } catch (error) {
    context.signal.throwIfAborted();
    const problemContext = {requestId: context.requestId, actor: errorReader(context)};
    return {...head, error: itemProblem(runner, problemContext, error, "a part of get_data failed").detail};
  }
}

function linesOf({
  id,
  name,
  columns = [],
  rows = [],
  truncated = false,
  notes = [],
  error,
}: DataPart): string[] {
  const head = `\n${id} "${cell(name)}"`;
  if (error !== undefined) return [head, `Error: ${error}`];
  return [
    head,
    columns.map(column => `${column.name}:${column.type}`).join("\t"),
    ...rows.map(row => row.map(cell).join("\t")),
    truncated ? `(the first ${rows.length} rows; there are more)` : `(${rows.length} rows, all)`,
    ...notes.map(note => `Note: ${note}`),
  ];
}

async function sheetData(context: ToolContext, id: string): Promise<ToolAnswer> {
  const {runner, actor, trust, now = new Date()} = context;
  const sheet = await requireSheet(runner.db, actor, id, "view");
  const refusal = trust && (await judgeSheet(runner, actor, trust, sheet, now));
  if (refusal) throw refusal;
  const {tabs} = await calculateSheet(runner, context, sheet);
  const parts = tabs.map(({name, cells}) => ({name, cells}));
  const lines = tabs.flatMap(({name, cells, texts}) => [`\ntab "${cell(name)}"`, ...cellLines(cells, texts)]);
  const count = countFitting(lines, index => lines[index] ?? "");
  const cut = count < lines.length ? ["(there is more: the HTTP API returns all of it)"] : [];
  const text = [`sheet "${sheet.name}"`, ...lines.slice(0, count), ...cut].join("\n");
  const structured = count < lines.length ? {name: sheet.name, parts: [], text} : {name: sheet.name, parts};
  return {text, structured};
}

type Tab = Calculated["tabs"][number];

/** Cells row by row, each after its name; a day number with a date format is written as the date. */
function cellLines(cells: Tab["cells"], texts: Tab["texts"] = {}): string[] {
  const rows = new Map<number, string[]>();
  for (const [name, value] of Object.entries(cells)) {
    const row = parseCell(name)?.row ?? 0;
    const text = typeof value === "object" && value !== null ? value.error : (dateOf(texts[name]) ?? value);
    rows.set(row, [...(rows.get(row) ?? []), `${name}=${cell(text)}`]);
  }
  return [...rows].sort(([one], [other]) => one - other).map(([, texts]) => texts.join("\t"));
}

function dateOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d/.test(text) ? text : undefined;
}
