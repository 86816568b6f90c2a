import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {ResultField} from "../backend.ts";
import type {Command, Outcome} from "../commands/command.ts";
import type {RowSource} from "../rows/row-source.ts";
import {ByteCount, LIMITS, tooMany} from "./limits.ts";

/** A statement with its parameters, or a cursor. Its rows can be fetched in parts. */
export interface Portal {
  name: string;
  command: Command;
  fields: readonly ResultField[] | undefined;
  parameters: readonly (string | null)[];
  /** The format of each field's values: 0 for text, 1 for binary. */
  formats: readonly number[];
  /** The outcome of the run; `undefined` before the run. */
  outcome: Outcome | undefined;
  /** Ends a run whose rows are not all read. */
  abort: AbortController;
  /** Whether all rows are read, so that no run has to be ended. */
  isOver: boolean;
  /** The number of savepoints when the portal was made. */
  depth: number;
  cursor?: Cursor;
}

/** The properties that `declare` gives to a portal. */
export interface Cursor {
  /** The statement that declared the cursor. */
  sql: string;
  rows: RowSource & {scroll?: unknown};
  isHoldable: boolean;
  /** Whether the transaction that declared the cursor is committed. */
  isHeld: boolean;
  isBinary: boolean;
}

/**
 * The reason with which the run of a closed portal is aborted. One error object serves all runs, because clients hardly
 * ever see it.
 */
const CLOSED = new SqlError("57014", "canceling statement due to user request");
const HINT = "Close cursors that are no longer needed: CLOSE name, or CLOSE ALL.";

/** The portals of a session by name; cursors are among them. */
export class Portals {
  readonly #portals = new Map<string, Portal>();
  readonly #parameterBytes = new ByteCount("parameters of portals", LIMITS.parameters, HINT);

  /** Throws 34000. */
  get(name: string): Portal {
    const portal = this.#portals.get(name);
    if (!portal) throw new SqlError("34000", `portal "${name}" does not exist`);
    return portal;
  }

  /** Throws 34000. */
  cursor(name: string): Portal {
    const portal = this.#portals.get(name);
    if (!portal) throw new SqlError("34000", `cursor "${name}" does not exist`);
    return portal;
  }

  /**
   * Throws 42P03 if the name is taken, 53400 and 53200 if the session has too many portals. The portal without a name
   * is replaced.
   */
  add(portal: Portal): void {
    if (portal.name === "") this.close("");
    else if (this.#portals.has(portal.name))
      throw new SqlError("42P03", `cursor "${portal.name}" already exists`);
    if (this.#portals.size >= LIMITS.portals) throw tooMany("portals and cursors", LIMITS.portals, HINT);
    this.#parameterBytes.add(parameterBytes(portal));
    this.#portals.set(portal.name, portal);
  }

  close(name: string): void {
    const portal = this.#portals.get(name);
    if (portal) this.#drop(portal);
  }

  closeAll(): void {
    for (const portal of this.#portals.values()) this.#drop(portal);
  }

  *cursors(): Iterable<Portal & {cursor: Cursor}> {
    for (const portal of this.#portals.values()) {
      const {cursor} = portal;
      if (cursor) yield {...portal, cursor};
    }
  }

  /** Closes the portals that were made while there were at least `depth` savepoints. */
  closeFrom(depth: number): void {
    for (const portal of this.#portals.values()) {
      if (portal.depth >= depth && !portal.cursor?.isHeld) this.#drop(portal);
    }
  }

  /**
   * Treats the portals that were made while there were more than `depth` savepoints like portals that were made with
   * `depth` savepoints.
   */
  keepFrom(depth: number): void {
    for (const portal of this.#portals.values()) portal.depth = Math.min(portal.depth, depth);
  }

  /** Ends the rows of a failed transaction. Its cursors can still be named until the transaction ends. */
  fail(): void {
    for (const portal of this.#portals.values()) if (!portal.cursor?.isHeld) this.#end(portal);
  }

  endTransaction(commits: boolean): void {
    for (const portal of this.#portals.values()) {
      const {cursor} = portal;
      if (cursor?.isHeld) continue;
      if (cursor?.isHoldable && commits) cursor.isHeld = true;
      else this.#drop(portal);
    }
  }

  #drop(portal: Portal): void {
    this.#portals.delete(portal.name);
    this.#parameterBytes.remove(parameterBytes(portal));
    this.#end(portal);
  }

  #end(portal: Portal): void {
    if (portal.outcome && portal.outcome.kind !== "done") portal.outcome.rows.close();
    portal.cursor?.rows.close();
    if (!portal.isOver) portal.abort.abort(CLOSED);
  }
}

/** Counts characters, because most texts have one byte for each character. */
function parameterBytes({parameters}: Portal): number {
  return parameters.reduce((sum, value) => sum + (value?.length ?? 0), 0);
}
