import type {DeallocateStmt, ExecuteStmt, Node, PrepareStmt, TypeName} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {SessionState} from "../session/state.ts";
import type {Statement} from "../session/statements.ts";
import {ARRAY_BY_NAME, OID_BY_NAME} from "../types/type-table.ts";
import {type Command, command} from "./command.ts";
import {closingOf, type ParsedStatement, parseStatements, partOf, tokensOf} from "./parse.ts";
import {constantOf} from "./settings.ts";

/**
 * The statement's command, planned again if tables or settings have changed. Usually returns no promise. Rejects with
 * 0A000 if the columns would change.
 */
export function freshCommand(
  state: SessionState,
  statement: Statement,
): Command | undefined | Promise<Command | undefined> {
  const {command: old} = statement;
  if (!old?.prepared || statement.round === state.round) return old;
  const version = state.planVersion();
  if (version === statement.plannedFor) return old;
  return renewed(state, statement, old, version);
}

async function renewed(
  state: SessionState,
  statement: Statement,
  old: Command,
  asked: string | Promise<string>,
): Promise<Command> {
  const version = await asked;
  if (version === statement.plannedFor) return old;
  const [parsed] = parseStatements(statement.sql);
  if (!parsed) return old;
  const command = await state.plan(parsed, statement.givenTypes);
  const shape = ({fields = []}: Command) => fields.map(field => [field.name, field.typeOid]).join();
  if (shape(command) !== shape(old) || command.parameterTypes.join() !== old.parameterTypes.join())
    throw new SqlError("0A000", "cached plan must not change result type");
  statement.command = command;
  statement.plannedFor = version;
  return command;
}

export async function planPrepare(
  state: SessionState,
  statement: ParsedStatement,
  {name = "", argtypes = [], query}: PrepareStmt,
): Promise<Command> {
  const tokens = tokensOf(statement);
  const from = tokens[2]?.text === "(" ? closingOf(tokens, 2) : 2;
  const inner = partOf(statement, tokens[from + (tokens[from]?.text === "as" ? 1 : 2)]);
  return command(async () => {
    const givenTypes = argtypes.map(type => ("TypeName" in type ? namedType(type.TypeName) : 0));
    if (query) {
      state.statements.add(name, {
        sql: inner.sql,
        givenTypes,
        plannedFor: await state.planVersion(),
        command: await state.plan({...inner, node: query}, givenTypes),
        isFromSql: true,
        preparedAt: new Date(),
        round: state.round,
      });
    }
    return "PREPARE";
  });
}

export async function planExecute(
  state: SessionState,
  parsed: ParsedStatement,
  {name = "", params = []}: ExecuteStmt,
): Promise<Command> {
  const statement = state.statements.get(name);
  const planned = await freshCommand(state, statement);
  if (!planned) return {parameterTypes: [], fields: undefined, run: async () => ({kind: "done", tag: ""})};
  const needed = planned.parameterTypes.length;
  if (needed !== params.length) {
    throw new SqlError("42601", `wrong number of parameters for prepared statement "${name}"`, {
      detail: `Expected ${needed} parameters but got ${params.length}.`,
    });
  }
  return {
    parameterTypes: [],
    fields: planned.fields,
    ...(planned.prepared ? {prepared: planned.prepared} : {}),
    run: async ({signal}) =>
      planned.run({parameters: await argumentsOf(state, parsed, params, signal), signal}),
  };
}

/** The values of the arguments. The backend evaluates all expressions but constants. */
async function argumentsOf(
  state: SessionState,
  statement: ParsedStatement,
  params: Node[],
  signal: AbortSignal,
): Promise<(string | null)[]> {
  if (params.every(node => "A_Const" in node)) {
    return params.map(node => ("A_Const" in node && node.A_Const.isnull ? null : constantOf(node)));
  }
  const tokens = tokensOf(statement);
  const open = tokens.findIndex(({text}, i) => i > 1 && text === "(");
  const list = partOf(statement, tokens[open + 1], tokens[closingOf(tokens, open)]).sql;
  const prepared = await state.sql.prepare(`select ${list}`, [], state.settings.forBackend);
  const {chunks: given} = await prepared.run([], signal);
  const chunks = given instanceof Uint8Array ? [given] : given;
  for await (const chunk of chunks) if (chunk.length > 0) return rowValues(chunk);
  return params.map(() => null);
}

export function planDeallocate(state: SessionState, {name, isall: isAll}: DeallocateStmt): Command {
  return command(() => {
    if (isAll || name === undefined) {
      state.statements.clear();
      return "DEALLOCATE ALL";
    }
    state.statements.get(name);
    state.statements.delete(name);
    return "DEALLOCATE";
  });
}

/** The OID of a type that a statement names. For an unknown type 0, which leaves the type open. */
function namedType({names = [], arrayBounds = []}: TypeName): number {
  const last = names.at(-1);
  const name = last && "String" in last ? (last.String.sval ?? "") : "";
  return (arrayBounds.length > 0 ? ARRAY_BY_NAME : OID_BY_NAME).get(name) ?? 0;
}

/** The values of the first `DataRow` of a chunk. */
function rowValues(chunk: Uint8Array): (string | null)[] {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  let at = 7;
  return Array.from({length: bytes.readUInt16BE(5)}, () => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return bytes.toString("utf8", at - length, at);
  });
}
