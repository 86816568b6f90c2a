import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {TransactionStatus} from "../wire/messages.ts";
import {LIMITS, tooMany} from "./limits.ts";
import type {Portals} from "./portals.ts";
import type {Settings, SettingsState} from "./settings.ts";

const RELEASE = "Release savepoints that are no longer needed: RELEASE name.";

interface Savepoint {
  name: string;
  settings: SettingsState;
  /** How many settings this savepoint and the earlier savepoints hold. */
  copied: number;
}

/**
 * The transaction of a session. Sessions only read, so a transaction protects no data. It has the parts of Postgres'
 * transactions that clients see: a status, settings and cursors. Outside of a block, each message is a transaction, and
 * so is each pipeline until its `Sync`.
 */
export class Transaction {
  #block: "none" | "open" | "failed" = "none";
  #begun: SettingsState | undefined;
  #savepoints: Savepoint[] = [];
  /** Whether the message has several statements, which form one transaction. */
  isMultiple = false;

  constructor(
    private readonly settings: Settings,
    private readonly portals: Portals,
    private readonly warn: (warning: SqlError) => void,
  ) {}

  get status(): TransactionStatus {
    return this.#block === "none" ? "I" : this.#block === "open" ? "T" : "E";
  }

  get isBlock(): boolean {
    return this.#block !== "none";
  }

  get hasFailed(): boolean {
    return this.#block === "failed";
  }

  /** The number of savepoints. A portal that is made now is closed when one of these savepoints is rolled back. */
  get depth(): number {
    return this.#savepoints.length;
  }

  /** Called before each statement. */
  start(): void {
    this.#begun ??= this.settings.state;
  }

  /** Called after the last statement of a message, or of a pipeline. */
  finish(): void {
    if (this.#block === "none") this.#end(true);
  }

  /** Called after an error. */
  fail(): void {
    if (this.#block === "none") {
      this.#end(false);
      return;
    }
    this.#block = "failed";
    this.portals.fail();
  }

  begin(): void {
    if (this.isBlock) {
      this.warn(new SqlError("25001", "there is already a transaction in progress"));
      return;
    }
    this.#block = "open";
  }

  /** Returns the command tag: `ROLLBACK` for a failed transaction, which is rolled back. */
  commit(chain: boolean): string {
    if (!this.isBlock) this.#refuseOutside(chain ? "COMMIT AND CHAIN" : undefined);
    const commits = this.#block !== "failed";
    this.#leave(commits, chain);
    return commits ? "COMMIT" : "ROLLBACK";
  }

  rollback(chain: boolean): void {
    if (!this.isBlock) this.#refuseOutside(chain ? "ROLLBACK AND CHAIN" : undefined);
    this.#leave(false, chain);
  }

  savepoint(name: string): void {
    this.require("SAVEPOINT");
    if (this.#savepoints.length >= LIMITS.savepoints) throw tooMany("savepoints", LIMITS.savepoints, RELEASE);
    const settings = this.settings.state;
    // Savepoints with the same settings share one object. Only changed settings are a copy that counts.
    const isChanged = this.#savepoints.at(-1)?.settings.current !== settings.current;
    const copied = (this.#savepoints.at(-1)?.copied ?? 0) + (isChanged ? settings.current.size : 0);
    if (copied > LIMITS.savedSettings) throw tooMany("settings in savepoints", LIMITS.savedSettings, RELEASE);
    this.#savepoints.push({name, settings, copied});
  }

  release(name: string): void {
    this.require("RELEASE SAVEPOINT");
    const at = this.#find(name);
    this.#savepoints.length = at;
    this.portals.keepFrom(at);
  }

  rollbackTo(name: string): void {
    this.require("ROLLBACK TO SAVEPOINT");
    const at = this.#find(name);
    const {settings} = this.#savepoints[at]!;
    this.#savepoints.length = at + 1;
    this.settings.restore(settings);
    this.portals.closeFrom(at + 1);
    this.#block = "open";
  }

  /** Throws 25P01 outside of a transaction block. */
  require(commandName: string): void {
    if (!this.isBlock) throw new SqlError("25P01", `${commandName} can only be used in transaction blocks`);
  }

  /** Warns that the command has no effect outside of a transaction block. */
  warnOutside(commandName: string): void {
    if (!this.isBlock && !this.isMultiple)
      this.warn(new SqlError("25P01", `${commandName} can only be used in transaction blocks`));
  }

  #refuseOutside(commandName: string | undefined): void {
    if (commandName) this.require(commandName);
    this.warn(new SqlError("25P01", "there is no transaction in progress"));
  }

  #find(name: string): number {
    const at = this.#savepoints.findLastIndex(savepoint => savepoint.name === name);
    if (at < 0) throw new SqlError("3B001", `savepoint "${name}" does not exist`);
    return at;
  }

  #leave(commits: boolean, chain: boolean): void {
    const wasBlock = this.isBlock;
    this.#end(commits);
    this.#block = chain && wasBlock ? "open" : "none";
    this.start();
  }

  #end(commits: boolean): void {
    if (this.#begun && !commits) this.settings.restore(this.#begun);
    this.settings.forgetLocal();
    this.portals.endTransaction(commits);
    this.#begun = undefined;
    this.#savepoints = [];
    this.#block = "none";
  }
}
