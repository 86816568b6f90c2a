import type {CopyStmt} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {copyOut} from "../rows/copy-out.ts";
import type {SessionState} from "../session/state.ts";
import type {Command} from "./command.ts";
import {copyOptions} from "./copy-options.ts";
import {closingOf, type ParsedStatement, parseStatements, partOf, tokensOf} from "./parse.ts";
import {planRows} from "./rows.ts";
import {readOnly, writingCommand} from "./write-commands.ts";

/** `copy (select …) to stdout` and `copy table to stdout`. */
export async function planCopy(
  state: SessionState,
  statement: ParsedStatement,
  copy: CopyStmt,
): Promise<Command> {
  if (copy.is_from) throw readOnly("COPY FROM");
  if (copy.filename !== undefined || copy.is_program) {
    throw new SqlError(
      "42501",
      `permission denied to COPY to ${copy.is_program ? "or from an external program" : "a file"}`,
      {
        hint: "Anyone can COPY to stdout. psql's \\copy command also works for anyone.",
      },
    );
  }
  const rows = await planSource(state, statement, copy);
  const fields = rows.fields ?? [];
  const options = copyOptions(statement, copy.options ?? [], fields);
  return {
    parameterTypes: [],
    fields: undefined,
    async run(call) {
      const outcome = await rows.run(call);
      if (outcome.kind !== "rows") throw new SqlError("XX000", "COPY has no rows");
      return {kind: "copy", rows: outcome.rows, copy: copyOut(options, fields)};
    },
  };
}

async function planSource(state: SessionState, statement: ParsedStatement, copy: CopyStmt): Promise<Command> {
  if (copy.query) {
    if (!("SelectStmt" in copy.query)) throw readOnly(writingCommand(copy.query));
    const tokens = tokensOf(statement);
    const inner = partOf(statement, tokens[2], tokens[closingOf(tokens, 1)]);
    return planRows(state, inner, copy.query.SelectStmt, []);
  }
  const {schemaname, relname = ""} = copy.relation ?? {};
  const columns = (copy.attlist ?? []).map(node =>
    "String" in node ? alwaysQuoted(node.String.sval ?? "") : "*",
  );
  const table = [...(schemaname === undefined ? [] : [schemaname]), relname].map(alwaysQuoted).join(".");
  const sql = `select ${columns.length > 0 ? columns.join(", ") : "*"} from ${table}`;
  const [parsed] = parseStatements(sql);
  if (!parsed || !("SelectStmt" in parsed.node)) throw new SqlError("42601", "COPY names no table");
  return planRows(state, parsed, parsed.node.SelectStmt, []);
}

function alwaysQuoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
