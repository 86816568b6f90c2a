import {Type} from "@sinclair/typebox";
import {parserOf, readerOf} from "../../shared/core/validate.ts";
import {parseExact} from "../../shared/querying/queries/results/read-result.ts";
import {Query} from "../../shared/semantic/documents.ts";
import type {Call, Command} from "./command.ts";
import {readCondition} from "./condition.ts";
import {EXIT, type ExitCode, UsageError} from "./errors.ts";
import {readDocument, readText} from "./files.ts";
import type {Flags, Options} from "./flags.ts";
import {print, printMessages, responseWriter, write} from "./output.ts";
import {interruptedResponse, responseText} from "./service.ts";

const OPTIONS: Options = {
  model: {type: "string", value: "MODEL", help: "The model, in place of a query in JSON."},
  dimensions: {type: "string", multiple: true, value: "A,B", help: "Fields to group by."},
  measures: {type: "string", multiple: true, value: "A,B", help: "Measures."},
  filter: {
    type: "string",
    multiple: true,
    value: "CONDITION",
    help: "'orders.status = paid'; several conditions are combined by and.",
  },
  order: {type: "string", multiple: true, value: "A,B", help: "'orders.count desc'."},
  limit: {type: "string", value: "N", help: "The maximum number of rows (default 1000, at most 1000000)."},
  timezone: {type: "string", value: "ZONE", help: "Where days begin; default: the project's."},
  totals: {type: "boolean", help: "A row of totals below (tables and JSON)."},
  sql: {type: "boolean", help: "Prints the statement without running it."},
};

/** The options that build a query. */
const QUERY_OPTIONS = Object.keys(OPTIONS).filter(name => name !== "sql");

const parseQuery = parserOf(Query, "query");

export const query: Command = {
  takes: "[JSON | FILE | -]",
  words: [0, 1],
  summary: "Runs a query: JSON as an argument, a file (JSON or YAML), standard input, or flags.",
  about: [
    '  analytics query \'{"model": "orders", "measures": ["orders.count"]}\'',
    "  analytics query --model orders --dimensions orders.status --measures orders.count \\",
    "    --filter 'orders.placed_at in_past 3 months' --order 'orders.count desc' --limit 10",
  ],
  options: OPTIONS,
  async run(call) {
    const asked = await queryOf(call);
    return call.flags.has("sql") ? explain(call, asked) : answer(call, asked);
  },
};

const readDetail = readerOf(Type.Object({sql: Type.String()}), "the service's answer");

async function explain({service, format}: Call, asked: Query): Promise<ExitCode> {
  const {sql} = await service.json("POST", "/api/query/detail", readDetail, {body: asked});
  await responseWriter()(format === "json" ? `${JSON.stringify({sql})}\n` : `${sql}\n`);
  return EXIT.ok;
}

async function answer(call: Call, asked: Query): Promise<ExitCode> {
  const {service, format} = call;
  if (format !== "table") {
    const accept = format === "csv" ? "text/csv" : "application/json";
    await passBody(await service.ask("POST", "/api/query", {body: asked, accept}));
    if (format === "json") await write("\n");
    return EXIT.ok;
  }
  const result = await readAnswer(await service.ask("POST", "/api/query", {body: asked}));
  const {columns, rows, totals, truncated} = result;
  const heads = columns.map(({name, type}) => ({name, isNumber: type === "number"}));
  await print(call, {table: {columns: heads, rows: totals ? [...rows, totals] : rows}, json: undefined});
  printMessages(
    `${rows.length} ${rows.length === 1 ? "row" : "rows"}${totals ? ", and their totals below" : ""}`,
  );
  if (truncated) printMessages(`There are more: --limit cut them off at ${rows.length}.`);
  return EXIT.ok;
}

const readResult = readerOf(
  Type.Object({
    columns: Type.Array(Type.Object({name: Type.String(), type: Type.String()})),
    rows: Type.Array(Type.Array(Type.Unknown())),
    truncated: Type.Boolean(),
    totals: Type.Optional(Type.Array(Type.Unknown())),
  }),
  "the service's answer",
);

/** Parses a result in JSON; numbers that a double would round become texts with all their digits. */
export async function readAnswer(response: Response) {
  return readResult(parseExact(await responseText(response)));
}

/** Streams the answer to standard output. */
export async function passBody({body}: Response): Promise<void> {
  const reader = body?.getReader();
  const pass = responseWriter();
  for (;;) {
    const part = await reader?.read().catch((error: unknown) => {
      throw interruptedResponse(error);
    });
    if (part === undefined || part.done) return;
    await pass(part.value);
  }
}

async function queryOf({service, flags, words: [given]}: Call): Promise<Query> {
  const made = QUERY_OPTIONS.filter(name => flags.has(name));
  if (made.length > 0 && given !== undefined) {
    throw new UsageError(`A query is given as JSON or by flags, not both: leave out --${made[0]}.`);
  }
  const asked = made.length > 0 ? fromFlags(flags) : await fromText(given);
  return flags.has("project") ? {...asked, projectId: await service.projectId()} : asked;
}

async function fromText(given: string | undefined): Promise<Query> {
  if (given === undefined && process.stdin.isTTY) {
    throw new UsageError("A query is needed: JSON, a file, standard input, or --model and other flags.");
  }
  const isJson = given?.trimStart().startsWith("{") === true;
  const text = given !== undefined && isJson ? given : await readText(given ?? "-");
  return parseQuery(readDocument(text, "The query"));
}

function fromFlags(flags: Flags): Query {
  const model = flags.text("model");
  if (model === undefined) throw new UsageError("--model is needed.");
  const limit = flags.text("limit");
  if (limit !== undefined && !/^\d{1,7}$/.test(limit)) throw new UsageError("--limit is a number of rows.");
  const timezone = flags.text("timezone");
  return parseQuery({
    model,
    dimensions: flags.list("dimensions"),
    measures: flags.list("measures"),
    filters: flags.texts("filter").map(readCondition),
    orderBy: flags.list("order"),
    ...(limit === undefined ? {} : {limit: Number(limit)}),
    ...(timezone === undefined ? {} : {timezone}),
    ...(flags.has("totals") ? {totals: true} : {}),
  });
}
