import type {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {SqlSession} from "../backend.ts";
import type {Command} from "../commands/command.ts";
import type {ParsedStatement} from "../commands/parse.ts";
import type {Spooling} from "../rows/spooled-chunks.ts";
import {ByteCount, LIMITS} from "./limits.ts";
import {Portals} from "./portals.ts";
import {Settings} from "./settings.ts";
import {Statements} from "./statements.ts";
import {Transaction} from "./transaction.ts";

/** Makes a statement ready to run. Rejects with `SqlError`. */
type Planner = (
  state: SessionState,
  statement: ParsedStatement,
  parameterTypes: readonly number[],
) => Promise<Command>;

/** The state that a session keeps between its statements. */
export class SessionState {
  readonly settings: Settings;
  readonly portals = new Portals();
  readonly transaction: Transaction;
  readonly statements = new Statements();
  /** The bytes of the rows that cursors with `scroll` retain. */
  readonly scrolledRows = new ByteCount(
    "rows of cursors with scroll",
    LIMITS.scrolledRows,
    "Declare cursors with no scroll, close cursors that are no longer needed, or add a limit.",
  );
  /** Warnings, which are sent before the answer. */
  readonly warnings: SqlError[] = [];
  /** The command that was described last, and `RowDescription` of its fields in text form. */
  described: {command: Command; message: Uint8Array} | undefined;
  /** Counts the rounds of messages, each of which ends with `ReadyForQuery`. */
  round = 0;

  constructor(
    readonly sql: SqlSession,
    private readonly planner: Planner,
    /** Where rows that the client does not fetch are spooled. */
    readonly spooling: Spooling,
  ) {
    this.settings = new Settings(sql.user, sql.timezone);
    this.transaction = new Transaction(this.settings, this.portals, warning => this.warnings.push(warning));
  }

  /** Makes a statement ready to run, with the session's current state. Rejects with `SqlError`. */
  plan(statement: ParsedStatement, parameterTypes: readonly number[]): Promise<Command> {
    return this.planner(this, statement, parameterTypes);
  }

  /** A text that stays equal as long as no statement must be planned again. */
  planVersion(): string | Promise<string> {
    const {planKey} = this.settings;
    const version = this.sql.version();
    return version instanceof Promise
      ? version.then(known => `${planKey}/${known}`)
      : `${planKey}/${version}`;
  }

  discardAll(): void {
    this.portals.closeAll();
    this.statements.clear();
    this.described = undefined;
    this.settings.resetAll();
  }
}
