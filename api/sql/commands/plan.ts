import type {Node} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {SessionState} from "../session/state.ts";
import {type Command, command} from "./command.ts";
import {planCopy} from "./copy.ts";
import {planClose, planDeclare, planFetch} from "./cursors.ts";
import {planExplain} from "./explain.ts";
import type {ParsedStatement} from "./parse.ts";
import {planDeallocate, planExecute, planPrepare} from "./prepared.ts";
import {planRows} from "./rows.ts";
import {planDiscard, planSet, planShow} from "./settings.ts";
import {planTransaction} from "./transaction.ts";
import {readOnly, writingCommand} from "./write-commands.ts";

/** Whether a statement ends a failed transaction, in which no other statement is allowed. */
function endsTransaction(node: Node): boolean {
  if (!("TransactionStmt" in node)) return false;
  const {kind} = node.TransactionStmt;
  return kind === "TRANS_STMT_COMMIT" || kind === "TRANS_STMT_ROLLBACK" || kind === "TRANS_STMT_ROLLBACK_TO";
}

/** Makes a statement ready to run. Rejects with `SqlError`. */
export async function planStatement(
  state: SessionState,
  statement: ParsedStatement,
  parameterTypes: readonly number[],
): Promise<Command> {
  const {node} = statement;
  if (state.transaction.hasFailed && !endsTransaction(node)) throw inFailedTransaction();
  if ("SelectStmt" in node) return planRows(state, statement, node.SelectStmt, parameterTypes);
  if ("TransactionStmt" in node) return planTransaction(state, node.TransactionStmt);
  if ("VariableSetStmt" in node) return planSet(state, node.VariableSetStmt);
  if ("VariableShowStmt" in node) return planShow(state, node.VariableShowStmt.name ?? "");
  if ("DiscardStmt" in node) return planDiscard(state, node.DiscardStmt);
  if ("DeclareCursorStmt" in node)
    return planDeclare(state, statement, node.DeclareCursorStmt, parameterTypes);
  if ("FetchStmt" in node) return planFetch(state, node.FetchStmt);
  if ("ClosePortalStmt" in node) return planClose(state, node.ClosePortalStmt);
  if ("PrepareStmt" in node) return planPrepare(state, statement, node.PrepareStmt);
  if ("ExecuteStmt" in node) return planExecute(state, statement, node.ExecuteStmt);
  if ("DeallocateStmt" in node) return planDeallocate(state, node.DeallocateStmt);
  if ("CopyStmt" in node) return planCopy(state, statement, node.CopyStmt);
  if ("ExplainStmt" in node) return planExplain(state, statement, node.ExplainStmt, parameterTypes);
  return planOther(state, node);
}

function planOther(state: SessionState, node: Node): Command {
  // `listen` is refused, so there are no channels to stop listening to.
  if ("UnlistenStmt" in node) return command(() => "UNLISTEN");
  if ("ConstraintsSetStmt" in node) {
    return command(() => {
      state.transaction.warnOutside("SET CONSTRAINTS");
      return "SET CONSTRAINTS";
    });
  }
  // 1 is the mode access share, which readers use and which a standby also allows.
  if ("LockStmt" in node && (node.LockStmt.mode ?? 0) <= 1) return command(() => "LOCK TABLE");
  const name = writingCommand(node);
  return command(() => {
    throw "ListenStmt" in node || "NotifyStmt" in node || "LockStmt" in node || "VacuumStmt" in node
      ? new SqlError("25006", `cannot execute ${name} during recovery`)
      : readOnly(name);
  });
}

/** The error for each statement of a failed transaction that does not end the transaction. */
export function inFailedTransaction(): SqlError {
  return new SqlError(
    "25P02",
    "current transaction is aborted, commands ignored until end of transaction block",
  );
}
