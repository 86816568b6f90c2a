import type {TransactionStmt} from "@pgsql/types";
import type {SessionState} from "../session/state.ts";
import {type Command, command} from "./command.ts";
import {setCharacteristics} from "./settings.ts";
import {readOnly} from "./write-commands.ts";

export function planTransaction(state: SessionState, statement: TransactionStmt): Command {
  const {transaction} = state;
  const {chain = false, savepoint_name: name = "", options = []} = statement;
  switch (statement.kind) {
    case "TRANS_STMT_BEGIN":
    case "TRANS_STMT_START":
      return command(() => {
        transaction.begin();
        setCharacteristics(state, options);
        return statement.kind === "TRANS_STMT_BEGIN" ? "BEGIN" : "START TRANSACTION";
      });
    case "TRANS_STMT_COMMIT":
      return {...command(() => transaction.commit(chain)), endsTransaction: true};
    case "TRANS_STMT_ROLLBACK":
      return {
        ...command(() => {
          transaction.rollback(chain);
          return "ROLLBACK";
        }),
        endsTransaction: true,
      };
    case "TRANS_STMT_ROLLBACK_TO":
      return {
        ...command(() => {
          transaction.rollbackTo(name);
          return "ROLLBACK";
        }),
        endsTransaction: true,
      };
    case "TRANS_STMT_SAVEPOINT":
      return command(() => {
        transaction.savepoint(name);
        return "SAVEPOINT";
      });
    case "TRANS_STMT_RELEASE":
      return command(() => {
        transaction.release(name);
        return "RELEASE";
      });
    default:
      return command(() => {
        throw readOnly("PREPARE TRANSACTION");
      });
  }
}
