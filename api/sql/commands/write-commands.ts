import type {Node, SelectStmt} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";

/**
 * Names of commands as Postgres writes them in errors, by the parser's nodes. Other names are derived from the node's
 * name.
 */
const NAMES: Readonly<Record<string, string>> = {
  InsertStmt: "INSERT",
  UpdateStmt: "UPDATE",
  DeleteStmt: "DELETE",
  MergeStmt: "MERGE",
  TruncateStmt: "TRUNCATE TABLE",
  CreateStmt: "CREATE TABLE",
  CreateTableAsStmt: "CREATE TABLE AS",
  ViewStmt: "CREATE VIEW",
  IndexStmt: "CREATE INDEX",
  CreateFunctionStmt: "CREATE FUNCTION",
  CreateSeqStmt: "CREATE SEQUENCE",
  CreateTrigStmt: "CREATE TRIGGER",
  CreateEnumStmt: "CREATE TYPE",
  CompositeTypeStmt: "CREATE TYPE",
  CreatedbStmt: "CREATE DATABASE",
  DropdbStmt: "DROP DATABASE",
  DropStmt: "DROP",
  AlterTableStmt: "ALTER TABLE",
  RenameStmt: "ALTER",
  GrantStmt: "GRANT",
  GrantRoleStmt: "GRANT ROLE",
  CommentStmt: "COMMENT",
  VacuumStmt: "VACUUM",
  RefreshMatViewStmt: "REFRESH MATERIALIZED VIEW",
  ReindexStmt: "REINDEX",
  RepackStmt: "REPACK",
  ClusterStmt: "CLUSTER",
  CallStmt: "CALL",
  DoStmt: "DO",
  ListenStmt: "LISTEN",
  NotifyStmt: "NOTIFY",
  LockStmt: "LOCK TABLE",
  LoadStmt: "LOAD",
  CheckPointStmt: "CHECKPOINT",
};

const LOCKS: Readonly<Record<string, string>> = {
  LCS_FORKEYSHARE: "KEY SHARE",
  LCS_FORSHARE: "SHARE",
  LCS_FORNOKEYUPDATE: "NO KEY UPDATE",
  LCS_FORUPDATE: "UPDATE",
};

/** The error 25006, for a command that does more than read. */
export function readOnly(commandName: string): SqlError {
  return new SqlError("25006", `cannot execute ${commandName} in a read-only transaction`);
}

/** The name of a command that writes. */
export function writingCommand(node: Node): string {
  const [kind = ""] = Object.keys(node);
  return (
    NAMES[kind] ??
    kind
      .replace(/Stmt$/, "")
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toUpperCase()
  );
}

/** Throws 25006 for a `select` that makes a table, locks rows, or has a part that writes. */
export function refuseWrites(select: SelectStmt): void {
  if (select.intoClause) throw readOnly("SELECT INTO");
  for (const clause of select.lockingClause ?? []) {
    if ("LockingClause" in clause)
      throw readOnly(`SELECT FOR ${LOCKS[clause.LockingClause.strength ?? ""] ?? "UPDATE"}`);
  }
  for (const cte of select.withClause?.ctes ?? []) {
    const query = "CommonTableExpr" in cte ? cte.CommonTableExpr.ctequery : undefined;
    if (query && !("SelectStmt" in query)) throw readOnly(writingCommand(query));
  }
}
