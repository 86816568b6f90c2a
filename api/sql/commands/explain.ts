import type {ExplainStmt, Node} from "@pgsql/types";
import {SqlError} from "../../../shared/interfaces/sql/sql-error.ts";
import type {PreparedSql} from "../backend.ts";
import {KnownRows} from "../rows/row-source.ts";
import type {SessionState} from "../session/state.ts";
import {JSON_TYPE} from "../types/oids.ts";
import type {Command} from "./command.ts";
import {closingOf, type ParsedStatement, partOf, tokensOf} from "./parse.ts";
import {requireStatement} from "./prepared.ts";
import {planRows} from "./rows.ts";
import {constantOf, textField} from "./settings.ts";
import {writingCommand} from "./write-commands.ts";

const WORDS = new Set(["analyze", "analyse", "verbose"]);
const QUERIES = new Set(["select", "with", "values", "table", "("]);

export async function planExplain(
  state: SessionState,
  statement: ParsedStatement,
  {query, options = []}: ExplainStmt,
  parameterTypes: readonly number[],
): Promise<Command> {
  const format = formatOf(state, options);
  const {prepared, types} = await planned(state, statement, query, parameterTypes);
  const field = textField("QUERY PLAN");
  return {
    parameterTypes: types,
    fields: [format === "json" ? {...field, typeOid: JSON_TYPE} : field],
    async run() {
      const lines = await prepared.explain();
      const rows = format === "json" ? [[asJson(lines)]] : lines.map(line => [line]);
      return {kind: "rows", rows: new KnownRows(rows), tag: () => "EXPLAIN"};
    },
  };
}

async function planned(
  state: SessionState,
  statement: ParsedStatement,
  query: Node | undefined,
  parameterTypes: readonly number[],
): Promise<{prepared: PreparedSql; types: readonly number[]}> {
  if (query && "ExecuteStmt" in query) {
    const prepared = requireStatement(state, query.ExecuteStmt.name ?? "").command?.prepared;
    if (prepared) return {prepared, types: []};
  }
  if (query && "SelectStmt" in query) {
    const {prepared} = await planRows(state, innerText(statement), query.SelectStmt, parameterTypes);
    if (prepared) return {prepared, types: prepared.parameterTypes};
  }
  const name = query ? writingCommand(query) : "";
  throw new SqlError("0A000", `only statements that read can be explained, not ${name}`);
}

/** The statement behind `explain`, its words and its options in parentheses. */
function innerText(statement: ParsedStatement): ParsedStatement {
  const tokens = tokensOf(statement);
  let at = 1;
  while (WORDS.has(tokens[at]?.text ?? "")) at++;
  if (tokens[at]?.text === "(" && !QUERIES.has(tokens[at + 1]?.text ?? "")) at = closingOf(tokens, at) + 1;
  return partOf(statement, tokens[at]);
}

function formatOf(state: SessionState, options: Node[]): "text" | "json" {
  let format: "text" | "json" = "text";
  for (const option of options) {
    if (!("DefElem" in option)) continue;
    const {defname, arg} = option.DefElem;
    if (defname === "format") {
      const name = (arg && "String" in arg ? (arg.String.sval ?? "") : "").toLowerCase();
      if (name !== "text" && name !== "json")
        throw new SqlError("0A000", `plans are written as text or json, not ${name}`);
      format = name;
    }
    if (defname === "analyze" && (!arg || !["false", "off", "0"].includes(wordOf(arg))))
      state.warnings.push(
        new SqlError("01000", "the statement is explained and not run: ANALYZE has no effect"),
      );
  }
  return format;
}

function wordOf(node: Node): string {
  if ("String" in node) return (node.String.sval ?? "").toLowerCase();
  if ("Integer" in node) return String(node.Integer.ival ?? 0);
  if ("Boolean" in node) return String(node.Boolean.boolval ?? false);
  return constantOf(node);
}

function asJson(lines: readonly string[]): string {
  return JSON.stringify([{Plan: {"Node Type": "Plan", Lines: lines}}], undefined, 2);
}
