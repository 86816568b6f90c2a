import type {ExplainStmt, Node, SelectStmt} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {isNode, walk} from "../../../shared/surfaces/sql/statement/nodes.ts";
import {KnownRows} from "../rows/row-source.ts";
import type {SessionState} from "../session/state.ts";
import {JSON_TYPE} from "../types/oids.ts";
import type {Command} from "./command.ts";
import {atPosition, closingOf, type ParsedStatement, partOf, tokensOf} from "./parse.ts";
import {planRows} from "./rows.ts";
import {constantOf, textField} from "./settings.ts";
import {refuseWrites, writingCommand} from "./write-commands.ts";

const WORDS = new Set(["analyze", "analyse", "verbose"]);
const QUERIES = new Set(["select", "with", "values", "table", "("]);

export async function planExplain(
  state: SessionState,
  statement: ParsedStatement,
  {query, options = []}: ExplainStmt,
  parameterTypes: readonly number[],
): Promise<Command> {
  const format = formatOf(state, options);
  const {explain, types} = await explained(state, statement, query, parameterTypes);
  const field = textField("QUERY PLAN");
  return {
    parameterTypes: types,
    fields: [format === "json" ? {...field, typeOid: JSON_TYPE} : field],
    async run() {
      const lines = await explain();
      const rows = format === "json" ? [[asJson(lines)]] : lines.map(line => [line]);
      return {kind: "rows", rows: new KnownRows(rows), tag: () => "EXPLAIN"};
    },
  };
}

interface Explained {
  /** Types of the parameters. */
  types: readonly number[];
  explain(): Promise<string[]>;
}

async function explained(
  state: SessionState,
  statement: ParsedStatement,
  query: Node | undefined,
  parameterTypes: readonly number[],
): Promise<Explained> {
  if (query && "ExecuteStmt" in query) {
    const prepared = state.statements.get(query.ExecuteStmt.name ?? "").command?.prepared;
    if (prepared) return {types: [], explain: () => prepared.explain()};
  }
  if (query && "SelectStmt" in query) {
    const inner = innerText(statement);
    if (!hasParameters(query)) return explainedText(state, inner, query.SelectStmt);
    // Only Postgres knows the types of the parameters, so the statement is prepared.
    const {prepared} = await planRows(state, inner, query.SelectStmt, parameterTypes);
    if (prepared) return {types: prepared.parameterTypes, explain: () => prepared.explain()};
  }
  const name = query ? writingCommand(query) : "";
  throw new SqlError("0A000", `only statements that read can be explained, not ${name}`);
}

/** Explains the statement at once, so that it fails with the errors of planning. */
async function explainedText(
  state: SessionState,
  {sql, startCharacter}: ParsedStatement,
  select: SelectStmt,
): Promise<Explained> {
  refuseWrites(select);
  try {
    const lines = await state.sql.explain(sql, state.settings.forBackend);
    return {types: [], explain: async () => lines};
  } catch (error) {
    throw atPosition(error, startCharacter);
  }
}

function hasParameters(query: Node): boolean {
  let found = false;
  walk(query, part => {
    found ||= isNode(part, "ParamRef");
    return !found;
  });
  return found;
}

/** The statement that is explained, without `explain` and its options. */
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
