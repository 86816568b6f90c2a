import type {DiscardStmt, Node, VariableSetStmt} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {ResultField} from "../backend.ts";
import {KnownRows} from "../rows/row-source.ts";
import {parameterOf} from "../session/parameters.ts";
import type {SessionState} from "../session/state.ts";
import {TEXT} from "../types/oids.ts";
import {type Command, command} from "./command.ts";

/** Parameters whose value is a list of names. */
const LISTS = new Set([
  "search_path",
  "temp_tablespaces",
  "session_preload_libraries",
  "local_preload_libraries",
]);

export function planSet(state: SessionState, statement: VariableSetStmt): Command {
  const {kind, name = "", args = [], is_local: isLocal = false} = statement;
  const isReset = kind === "VAR_RESET" || kind === "VAR_RESET_ALL";
  return command(() => {
    if (isLocal) state.transaction.warnOutside("SET LOCAL");
    switch (kind) {
      case "VAR_SET_VALUE":
        state.settings.set(name, argumentsText(name, args), isLocal);
        break;
      case "VAR_SET_DEFAULT":
      case "VAR_RESET":
        state.settings.reset(name, isLocal);
        break;
      case "VAR_RESET_ALL":
        state.settings.resetAll();
        break;
      case "VAR_SET_MULTI":
        setMany(state, name, args);
        break;
      case "VAR_SET_CURRENT":
        state.settings.set(name, state.settings.require(name), isLocal);
    }
    return isReset ? "RESET" : "SET";
  });
}

function setMany(state: SessionState, name: string, args: Node[]): void {
  if (name === "TRANSACTION SNAPSHOT")
    throw new SqlError("0A000", "snapshots of transactions are not supported");
  if (name === "TRANSACTION") {
    state.transaction.warnOutside("SET TRANSACTION");
    setCharacteristics(state, args);
    return;
  }
  for (const [key, value] of characteristics(args)) state.settings.set(`default_${key}`, value);
}

/** Applies the characteristics that `begin` and `set transaction` give to the transaction. */
export function setCharacteristics(state: SessionState, options: Node[]): void {
  for (const [key, value] of characteristics(options)) state.settings.set(key, value, true);
}

function* characteristics(options: Node[]): Iterable<[string, string]> {
  for (const option of options) {
    if (!("DefElem" in option)) continue;
    const {defname = "", arg} = option.DefElem;
    yield [defname, arg ? constantOf(arg) : ""];
  }
}

function argumentsText(name: string, args: Node[]): string {
  const values = args.map(constantOf);
  if (args.length > 1 && !LISTS.has(name.toLowerCase()) && name.toLowerCase() !== "datestyle")
    throw new SqlError("22023", `SET ${name} takes only one argument`);
  return (LISTS.has(name.toLowerCase()) ? values.map(quotedName) : values).join(", ");
}

/** A constant as text. */
export function constantOf(node: Node): string {
  if ("A_Const" in node) {
    const {ival, fval, sval, boolval, bsval} = node.A_Const;
    if (ival) return String(ival.ival ?? 0);
    if (boolval) return boolval.boolval ? "true" : "false";
    return fval?.fval ?? sval?.sval ?? bsval?.bsval ?? "";
  }
  // `set time zone interval '-08:00' hour to minute`
  if ("TypeCast" in node && node.TypeCast.arg)
    return constantOf(node.TypeCast.arg).replace(/^([-+]?\d+)(:00)*$/, "$1");
  return "";
}

/** A name as SQL writes it: in quotes if it needs them. */
function quotedName(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

export function planShow(state: SessionState, name: string): Command {
  const isAll = name.toLowerCase() === "all";
  const columns = isAll ? ["name", "setting", "description"] : [parameterOf(name)?.name ?? name];
  if (!isAll) state.settings.require(name);
  return {
    parameterTypes: [],
    fields: columns.map(textField),
    run: async () => ({
      kind: "rows",
      rows: new KnownRows(isAll ? state.settings.all() : [[state.settings.require(name)]]),
      tag: () => "SHOW",
    }),
  };
}

export function textField(name: string): ResultField {
  return {name, typeOid: TEXT, typeSize: -1, typeModifier: -1};
}

export function planDiscard(state: SessionState, {target}: DiscardStmt): Command {
  return command(() => {
    switch (target) {
      case "DISCARD_PLANS":
        return "DISCARD PLANS";
      case "DISCARD_SEQUENCES":
        return "DISCARD SEQUENCES";
      case "DISCARD_TEMP":
        return "DISCARD TEMP";
      default:
        if (state.transaction.isBlock || state.transaction.isMultiple)
          throw new SqlError("25001", "DISCARD ALL cannot run inside a transaction block");
        state.discardAll();
        return "DISCARD ALL";
    }
  });
}
