import {createInterface} from "node:readline/promises";
import {Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/core/validate.ts";
import type {Call, Command} from "./command.ts";
import {EXIT, type ExitCode, reportError, UsageError} from "./errors.ts";
import {readText} from "./files.ts";
import type {Options} from "./flags.ts";
import {print, printMessages, responseWriter, write} from "./output.ts";
import {passBody, readAnswer} from "./query.ts";

const OPTIONS: Options = {
  file: {type: "string", short: "f", value: "FILE", help: "A file with one statement; - for standard input."},
  detail: {type: "boolean", help: "Prints the plan of the statement without running it."},
};

export const sql: Command = {
  takes: "[STATEMENT]",
  words: [0, 1],
  summary: "Runs a statement in SQL over the models: an argument, a file, or a prompt without either.",
  about: [
    "  analytics sql 'select \"origin.state\", measure(count) from flights group by 1 order by 2 desc limit 5'",
    "  analytics sql --file report.sql --format csv",
  ],
  options: OPTIONS,
  async run(call) {
    const {flags, words} = call;
    const [given] = words;
    const file = flags.text("file");
    if (given !== undefined && file !== undefined)
      throw new UsageError("A statement is given as an argument or as a file, not both: leave out --file.");
    if (given !== undefined) return runStatement(call, given);
    if (file !== undefined || !process.stdin.isTTY) return runStatement(call, await readText(file ?? "-"));
    return prompt(call);
  },
};

const readDetail = readerOf(
  Type.Object({
    queries: Type.Array(Type.Unknown()),
    sql: Type.Array(Type.String()),
    rest: Type.Union([Type.String(), Type.Null()]),
  }),
  "the service's answer",
);

async function runStatement(call: Call, text: string): Promise<ExitCode> {
  const {service, flags, format} = call;
  const body = {sql: text, ...(flags.has("project") ? {projectId: await service.projectId()} : {})};
  if (flags.has("detail")) {
    const {
      queries,
      sql: statements,
      rest,
    } = await service.json("POST", "/api/sql/detail", readDetail, {body});
    if (format === "json") await responseWriter()(`${JSON.stringify({queries, sql: statements, rest})}\n`);
    else
      await write(
        [
          ...queries.map(query => `query: ${JSON.stringify(query)}\n`),
          ...statements.map(statement => `warehouse:\n${statement}\n`),
          rest === null ? "" : `rest:\n${rest}\n`,
        ].join("\n"),
      );
    return EXIT.ok;
  }
  if (format !== "table") {
    const accept = format === "csv" ? "text/csv" : "application/json";
    await passBody(await service.ask("POST", "/api/sql", {body, accept}));
    if (format === "json") await write("\n");
    return EXIT.ok;
  }
  const {columns, rows, truncated} = await readAnswer(await service.ask("POST", "/api/sql", {body}));
  const heads = columns.map(({name, type}) => ({name, isNumber: type === "number"}));
  await print(call, {table: {columns: heads, rows}, json: undefined});
  printMessages(`${rows.length} ${rows.length === 1 ? "row" : "rows"}`);
  if (truncated)
    printMessages("There are more: the service's limit cut them off. Write a limit of your own.");
  return EXIT.ok;
}

/** Reads statements that end with `;` until the input ends or `\q` is typed. */
async function prompt(call: Call): Promise<ExitCode> {
  const lines = createInterface({input: process.stdin, output: process.stderr, terminal: true});
  let text = "";
  lines.setPrompt("sql> ");
  lines.prompt();
  for await (const line of lines) {
    if (text === "" && /^\s*(\\q|exit|quit)\s*;?\s*$/.test(line)) break;
    text += `${line}\n`;
    if (/;\s*$/.test(line)) {
      const statement = text;
      text = "";
      // An error ends the statement, and not the prompt.
      await runStatement(call, statement).catch(reportError);
    }
    lines.setPrompt(text === "" ? "sql> " : "...> ");
    lines.prompt();
  }
  lines.close();
  return EXIT.ok;
}
