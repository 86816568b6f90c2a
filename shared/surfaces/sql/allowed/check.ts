import type {FuncCall, Node, SelectStmt} from "libpg-query";
import {SqlError} from "../sql-error.ts";
import {childrenOf, functionName, isNode, walk} from "../statement/nodes.ts";
import type {Source} from "../statement/source.ts";
import {FUNCTION_NAMES} from "./function-names.ts";

/** Functions of Postgres that a statement may not call. Their error differs from that of functions that do not exist. */
const REFUSED_FUNCTIONS: readonly RegExp[] = [
  /^pg_(?:stat_|ls_|read_|advisory_|try_advisory_|sleep|terminate_|cancel_|reload_|rotate_|log_|notify$)/,
  /^pg_(?:logical_|replication_|create_|drop_|switch_|promote$|backup_|export_|current_wal|wal_|walfile|last_|control_)/,
  /^pg_(?:lock_status|blocking_pids|prepared_|cursor$|config$|hba_|ident_|show_all_file|get_wal|get_backend_memory)/,
  /^pg_(?:get_shmem|get_loaded|get_aios|get_wait|nextoid|import_|clear_|restore_|copy_|sync_|stop_|relation_file|filenode)/,
  /^(?:lo_|loread$|lowrite$|dblink|binary_upgrade_|brin_|gin_|nextval$|setval$|currval$|lastval$|setseed$|currtid)/,
  /_to_xml(?:schema|_and_xmlschema)?$/,
  /^(?:ts_stat|ts_rewrite|current_query|query_to_xml.*|cursor_to_xml.*|txid_status)$/,
];

/** The functions of the layer: `MEASURE(m)` and `AGGREGATE(m)`. */
export const MEASURE_FUNCTIONS: ReadonlySet<string> = new Set(["measure", "aggregate"]);

/** The names of the statements that write, as in Postgres' error. */
const WRITING: Record<string, string> = {
  InsertStmt: "INSERT",
  UpdateStmt: "UPDATE",
  DeleteStmt: "DELETE",
  MergeStmt: "MERGE",
  TruncateStmt: "TRUNCATE TABLE",
  CreateStmt: "CREATE TABLE",
  CreateTableAsStmt: "CREATE TABLE AS",
  DropStmt: "DROP",
  AlterTableStmt: "ALTER TABLE",
  IndexStmt: "CREATE INDEX",
  ViewStmt: "CREATE VIEW",
  GrantStmt: "GRANT",
  GrantRoleStmt: "GRANT ROLE",
  VacuumStmt: "VACUUM",
  LockStmt: "LOCK TABLE",
  CopyStmt: "COPY FROM",
  DoStmt: "DO",
  CallStmt: "CALL",
};
/** Settings of a session that a statement may change, because they change how results are written and nothing else. */
const CHANGEABLE = new Set([
  "application_name",
  "bytea_output",
  "client_min_messages",
  "datestyle",
  "extra_float_digits",
  "intervalstyle",
]);

/**
 * The select of a statement. Throws 25006 for a statement that would write and 0A000 for any other that is not a select.
 */
export function selectOf(node: Node): SelectStmt {
  if ("SelectStmt" in node) return node.SelectStmt;
  const [kind = ""] = Object.keys(node);
  const name = WRITING[kind] ?? nameOfKind(kind);
  if (
    kind in WRITING ||
    /^(?:Create|Alter|Drop|Comment|Define|Refresh|Reindex|Rename|Rule|Import|Reassign|SecLabel)/.test(kind)
  )
    throw new SqlError("25006", `cannot execute ${name} in a read-only transaction`);
  throw new SqlError("0A000", `${name} is not supported: write SELECT, VALUES, TABLE or WITH.`);
}

/** The name of a kind of statement: CREATE ROLE for `CreateRoleStmt`. */
function nameOfKind(kind: string): string {
  return kind
    .replace(/Stmt$/, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toUpperCase();
}

/** Refuses a select that writes, locks, or calls a function that is not on the list: 25006, 42501, 42883, 0A000. */
export function checkAllowed(source: Source, select: SelectStmt): void {
  walk(select, part => {
    if (isNode(part, "FuncCall")) checkFunction(source, part.FuncCall);
    else if (isNode(part, "CommonTableExpr")) checkNamed(part.CommonTableExpr.ctequery);
    else if (isNode(part, "RangeTableSample"))
      throw new SqlError("0A000", "TABLESAMPLE is not supported: write ORDER BY random() LIMIT.");
    checkSelect(part);
    return true;
  });
}

function checkSelect(part: object): void {
  if ("intoClause" in part)
    throw new SqlError("25006", "cannot execute SELECT INTO in a read-only transaction");
  if (!("lockingClause" in part)) return;
  const [locking] = Array.isArray(part.lockingClause) ? part.lockingClause : [];
  const strength: unknown = locking?.LockingClause?.strength;
  const words: Record<string, string> = {
    LCS_FORKEYSHARE: "KEY SHARE",
    LCS_FORSHARE: "SHARE",
    LCS_FORNOKEYUPDATE: "NO KEY UPDATE",
  };
  const word = words[String(strength)] ?? "UPDATE";
  throw new SqlError("25006", `cannot execute SELECT FOR ${word} in a read-only transaction`);
}

function checkNamed(query: Node | undefined): void {
  if (query !== undefined && !("SelectStmt" in query)) selectOf(query);
}

function checkFunction(source: Source, call: FuncCall): void {
  const name = functionName(call);
  const position = source.position(call.location);
  if (MEASURE_FUNCTIONS.has(name) || name.startsWith("information_schema._pg_")) return;
  if (name === "set_config" && !changesHarmless(call))
    throw new SqlError("42501", "permission denied to set this parameter", {position});
  if (FUNCTION_NAMES.has(name)) return;
  if (REFUSED_FUNCTIONS.some(pattern => pattern.test(name)))
    throw new SqlError("42501", `permission denied for function ${name}`, {position});
  const types = (call.args ?? []).map(typeWordOf).join(", ");
  throw new SqlError("42883", `function ${name}(${types}) does not exist`, {
    position,
    hint: "No function matches the given name and argument types. You might need to add explicit type casts.",
  });
}

function changesHarmless(call: FuncCall): boolean {
  const [first] = call.args ?? [];
  if (first === undefined || !("A_Const" in first)) return false;
  return CHANGEABLE.has(first.A_Const.sval?.sval?.toLowerCase() ?? "");
}

/** The probable type of an argument, for the text of an error. */
function typeWordOf(node: Node): string {
  if (!("A_Const" in node)) return "unknown";
  const {ival, fval, boolval} = node.A_Const;
  if (ival !== undefined) return "integer";
  if (fval !== undefined) return "numeric";
  return boolval === undefined ? "unknown" : "boolean";
}

/** Whether a node reads the name of the session's user, or of its database. */
export function isAbout(node: object, kind: "user" | "database"): boolean {
  if (isNode(node, "SQLValueFunction")) {
    const op = node.SQLValueFunction.op ?? "";
    return kind === "database"
      ? op === "SVFOP_CURRENT_CATALOG"
      : ["SVFOP_CURRENT_USER", "SVFOP_SESSION_USER", "SVFOP_USER", "SVFOP_CURRENT_ROLE"].includes(op);
  }
  return (
    kind === "database" && isNode(node, "FuncCall") && functionName(node.FuncCall) === "current_database"
  );
}

/** Whether a statement reads the catalog in an expression: `'flights'::regclass`, `format_type(…)`. */
export function asksCatalog(select: SelectStmt): boolean {
  let asks = false;
  walk(select, part => {
    if (isNode(part, "FuncCall")) asks ||= CATALOG_FUNCTION.test(functionName(part.FuncCall));
    if (isNode(part, "TypeCast")) asks ||= childrenOf(part.TypeCast).some(isRegType);
    return !asks;
  });
  return asks;
}

const CATALOG_FUNCTION =
  /^(?:pg_|has_|to_reg|format_type$|col_description$|obj_description$|shobj_description$|current_schema|information_schema|txid_|row_security_active$|aclexplode$|current_setting$)/;

function isRegType(part: object): boolean {
  if (!("names" in part) || !Array.isArray(part.names)) return false;
  const names: unknown[] = part.names;
  return /"sval":"reg/.test(JSON.stringify(names));
}
