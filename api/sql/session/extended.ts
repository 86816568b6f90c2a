import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {Command} from "../commands/command.ts";
import {inFailedTransaction} from "../commands/plan.ts";
import {freshCommand} from "../commands/prepared.ts";
import {recoder} from "../rows/recode.ts";
import {readParameter} from "../types/decode.ts";
import {BodyReader} from "../wire/body-reader.ts";
import type {Channel} from "../wire/channel.ts";
import {
  BIND_COMPLETE,
  CLOSE_COMPLETE,
  commandComplete,
  EMPTY_QUERY,
  NO_DATA,
  PARSE_COMPLETE,
  PORTAL_SUSPENDED,
  parameterDescription,
  rowDescription,
} from "../wire/messages.ts";
import type {Portal} from "./portals.ts";
import {readText} from "./read-text.ts";
import type {Run} from "./run.ts";
import {sendCopy, sendRows} from "./send.ts";
import type {SessionState} from "./state.ts";

/**
 * The messages of extended queries: https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY. Each
 * function writes its message's answer, or throws the error after which all messages are skipped until `Sync`.
 */

/** The command of a statement without text. */
const EMPTY: Command = {parameterTypes: [], fields: undefined, run: async () => ({kind: "done", tag: ""})};

export async function parse(channel: Channel, state: SessionState, body: Buffer, answer: Run): Promise<void> {
  const reader = new BodyReader(body);
  const name = reader.text();
  const text = reader.text();
  const givenTypes = reader.list(() => reader.uint32());
  reader.end();
  if (name === "") state.statements.delete("");
  const [parsed, second] = readText(state, text);
  if (second) throw new SqlError("42601", "cannot insert multiple commands into a prepared statement");
  const plannedFor = await answer.until(state.planVersion());
  state.statements.add(name, {
    sql: parsed?.sql ?? "",
    givenTypes,
    command: parsed && (await answer.until(state.plan(parsed, givenTypes))),
    plannedFor,
    isFromSql: false,
    preparedAt: new Date(),
    round: state.round,
  });
  channel.write(PARSE_COMPLETE);
}

/** Returns no promise if the statement is planned for the current state of tables and settings. */
export function bind(channel: Channel, state: SessionState, body: Buffer, answer: Run): void | Promise<void> {
  const reader = new BodyReader(body);
  const portalName = reader.text();
  const statementName = reader.text();
  const statement = state.statements.get(statementName);
  const isEmpty = statement.command === undefined;
  const bound = (command: Command = EMPTY) =>
    addPortal(channel, state, reader, {portalName, statementName, command: isEmpty ? EMPTY : command});
  const command = answer.until(freshCommand(state, statement));
  return command instanceof Promise ? command.then(bound) : bound(command);
}

function addPortal(
  channel: Channel,
  state: SessionState,
  reader: BodyReader,
  {portalName, statementName, command}: {portalName: string; statementName: string; command: Command},
): void {
  const {parameterTypes: types, fields} = command;
  const parameterFormats = reader.list(() => reader.int16());
  const values = reader.list(() => {
    const length = reader.int32();
    return length < 0 ? null : reader.bytes(length);
  });
  const resultFormats = reader.list(() => reader.int16());
  reader.end();
  if (parameterFormats.length > 1 && parameterFormats.length !== values.length) {
    throw new SqlError(
      "08P01",
      `bind message has ${parameterFormats.length} parameter formats but ${values.length} parameters`,
    );
  }
  if (values.length !== types.length) {
    throw new SqlError(
      "08P01",
      `bind message supplies ${values.length} parameters, but prepared statement "${statementName}" requires ${types.length}`,
      {hint: "Give one value for each parameter of the statement, and no more."},
    );
  }
  if (state.transaction.hasFailed && !command.endsTransaction) throw inFailedTransaction();
  const formatOf = (i: number) => parameterFormats[parameterFormats.length === 1 ? 0 : i] ?? 0;
  const parameters = values.map((value, i) => readParameter(value, formatOf(i), types[i] ?? 0, i + 1));
  state.portals.add({
    name: portalName,
    command,
    fields,
    parameters,
    formats: formatsOf(resultFormats, fields?.length),
    outcome: undefined,
    abort: new AbortController(),
    isOver: false,
    depth: state.transaction.depth,
  });
  channel.write(BIND_COMPLETE);
}

/**
 * The format of each column. By the protocol, no format means text for all columns, and a single format applies to all
 * columns.
 */
function formatsOf(given: readonly number[], columns: number | undefined): number[] {
  if (columns === undefined) return [];
  if (given.length > 1 && given.length !== columns)
    throw new SqlError(
      "08P01",
      `bind message has ${given.length} result formats but query has ${columns} columns`,
    );
  return Array.from({length: columns}, (_, i) => given[given.length === 1 ? 0 : i] ?? 0);
}

export function describe(channel: Channel, state: SessionState, body: Buffer): void {
  const [kind, name] = target(body);
  if (kind === "S") {
    const statement = state.statements.get(name);
    const {parameterTypes, fields} = statement.command ?? EMPTY;
    if (state.transaction.hasFailed && fields) throw inFailedTransaction();
    channel.write(parameterDescription(parameterTypes));
    channel.write(fields ? rowDescription(fields, []) : NO_DATA);
    return;
  }
  if (kind !== "P") throw new SqlError("08P01", `invalid DESCRIBE message subtype ${kind.charCodeAt(0)}`);
  const portal = state.portals.get(name);
  if (state.transaction.hasFailed && portal.fields) throw inFailedTransaction();
  channel.write(portal.fields ? descriptionOf(state, portal) : NO_DATA);
}

/** The description of the last command is cached, because most clients describe one command many times in a row. */
function descriptionOf(
  state: SessionState,
  {command, fields = [], formats}: Pick<Portal, "command" | "fields" | "formats">,
): Uint8Array {
  if (fields !== command.fields || formats.some(format => format !== 0))
    return rowDescription(fields, formats);
  if (state.described?.command !== command) state.described = {command, message: rowDescription(fields, [])};
  return state.described.message;
}

export function close(channel: Channel, state: SessionState, body: Buffer): void {
  const [kind, name] = target(body);
  if (kind === "S") state.statements.delete(name);
  else if (kind === "P") state.portals.close(name);
  else throw new SqlError("08P01", `invalid CLOSE message subtype ${kind.charCodeAt(0)}`);
  channel.write(CLOSE_COMPLETE);
}

function target(body: Buffer): [string, string] {
  const reader = new BodyReader(body);
  const named: [string, string] = [reader.letter(), reader.text()];
  reader.end();
  return named;
}

export async function execute(
  channel: Channel,
  state: SessionState,
  body: Buffer,
  tell: () => void,
  answer: Run,
): Promise<void> {
  const reader = new BodyReader(body);
  const portal = state.portals.get(reader.text());
  const most = reader.int32();
  reader.end();
  const {command} = portal;
  if (command === EMPTY) {
    channel.write(EMPTY_QUERY);
    return;
  }
  if (state.transaction.hasFailed && !command.endsTransaction) throw inFailedTransaction();
  answer.throwIfAborted();
  const {promise: aborted, reject} = Promise.withResolvers<never>();
  // The promise is awaited only while something runs.
  aborted.catch(() => undefined);
  answer.onAbort = reason => {
    portal.abort.abort(reason);
    reject(reason);
  };
  await run(channel, portal, most > 0 ? most : Number.POSITIVE_INFINITY, tell, {answer, aborted});
}

async function run(
  channel: Channel,
  portal: Portal,
  most: number,
  tell: () => void,
  {answer, aborted}: {answer: Run; aborted: Promise<never>},
): Promise<void> {
  if (portal.outcome && portal.outcome.kind !== "rows")
    throw new SqlError("55000", `portal "${portal.name}" cannot be run`);
  const recode = recoder(portal.fields ?? [], portal.formats);
  const {command, parameters, abort} = portal;
  portal.outcome ??= await Promise.race([
    command.run({parameters, signal: abort.signal, owner: abort}),
    aborted,
  ]);
  const {outcome} = portal;
  if (outcome.kind === "done") {
    tell();
    channel.write(commandComplete(outcome.tag));
    return;
  }
  if (outcome.kind === "copy") {
    const count = await sendCopy(channel, outcome.rows, outcome.copy, answer);
    tell();
    channel.write(commandComplete(`COPY ${count}`));
    return;
  }
  const {count, isComplete} = await sendRows(channel, outcome.rows, {recode, most}, answer);
  portal.isOver = isComplete;
  tell();
  channel.write(isComplete ? commandComplete(outcome.tag(count)) : PORTAL_SUSPENDED);
}
