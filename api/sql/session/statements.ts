import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {Command} from "../commands/command.ts";
import {LIMITS, tooLarge, tooMany} from "./limits.ts";

/** A statement with a name, made by `Parse` or by `prepare`. */
export interface Statement {
  /** The text of the statement; empty for an empty statement. */
  sql: string;
  /** The OIDs of the types that the client gave for parameters; 0 for a type that the client left open. */
  givenTypes: readonly number[];
  /** `undefined` for an empty statement. */
  command: Command | undefined;
  /** The state of tables and settings that `command` was planned for. */
  plannedFor: string;
  /** Whether the statement was made by `prepare`, not by a `Parse` message. */
  isFromSql: boolean;
  preparedAt: Date;
  /** The round of messages in which the statement was planned. */
  round: number;
}

const HINT = "Close statements that are no longer needed: DEALLOCATE name, or DEALLOCATE ALL.";

/** The prepared statements of a session by name. The statement without a name is replaced by the next such statement. */
export class Statements {
  readonly #statements = new Map<string, Statement>();
  #characters = 0;

  /** Throws 26000. */
  get(name: string): Statement {
    const statement = this.#statements.get(name);
    if (statement) return statement;
    throw new SqlError(
      "26000",
      name === ""
        ? "unnamed prepared statement does not exist"
        : `prepared statement "${name}" does not exist`,
    );
  }

  /** Throws 42P05 if the name is taken, 53400 and 53200 if the session has too many statements. */
  add(name: string, statement: Statement): void {
    if (name === "") this.delete("");
    else if (this.#statements.has(name))
      throw new SqlError("42P05", `prepared statement "${name}" already exists`);
    if (this.#statements.size >= LIMITS.statements)
      throw tooMany("prepared statements", LIMITS.statements, HINT);
    const size = sizeOf(name, statement);
    if (this.#characters + size > LIMITS.statementTexts)
      throw tooLarge("prepared statements", LIMITS.statementTexts, HINT);
    this.#statements.set(name, statement);
    this.#characters += size;
  }

  delete(name: string): void {
    const statement = this.#statements.get(name);
    if (!statement) return;
    this.#statements.delete(name);
    this.#characters -= sizeOf(name, statement);
  }

  clear(): void {
    this.#statements.clear();
    this.#characters = 0;
  }
}

function sizeOf(name: string, {sql, givenTypes}: Statement): number {
  return name.length + sql.length + givenTypes.length;
}
