import type {FieldPacket} from "mysql2";
import type {Batch, EngineKind} from "./batch.ts";
import {asWarehouseError} from "./mysql-error.ts";
import type {MysqlSession} from "./mysql-session.ts";
import {kindOf, textOf} from "./mysql-values.ts";
import type {WarehouseStatement} from "./warehouse.ts";

const BATCH_ROWS = 4096;
/** A batch also ends here, so that wide rows do not pile up. */
const BATCH_CHARACTERS = 4_000_000;

/**
 * One statement through the prepared protocol, which takes one statement only and binds its values. Rows come as
 * fast as the reader takes them: with one batch ahead, the socket is paused.
 */
export class MysqlRead {
  #columns: (string | null)[][] = [];
  #texts: ((value: unknown) => string | null)[] = [];
  #kinds: EngineKind[] = [];
  #rowCount = 0;
  #characters = 0;
  #ready: Batch[] = [];
  #given = 0;
  #error: unknown;
  #wake: (() => void) | undefined;
  readonly #forget: () => void;
  #state: "running" | "complete" | "failed" = "running";

  constructor(
    private readonly session: MysqlSession,
    statement: WarehouseStatement,
  ) {
    this.#forget = session.onLost(error => this.#fail(error));
    const query = session.connection.execute({
      sql: statement.sql,
      // Everything is text that the statement casts; a boolean is compared as the engine's own.
      values: statement.parameters.map(value =>
        typeof value === "boolean" ? (value ? "1" : "0") : String(value),
      ),
      rowsAsArray: true,
    });
    query.on("fields", (fields: FieldPacket[] | undefined) => this.#begin(fields ?? []));
    query.on("result", (row: unknown) => this.#add(row));
    query.on("error", (error: unknown) => this.#fail(error));
    query.on("end", () => this.#finish());
  }

  get hasEnded(): boolean {
    return this.#state !== "running";
  }

  /** The next batch, the first one also where it is empty; `undefined` at the end. */
  async next(): Promise<Batch | undefined> {
    for (;;) {
      const batch = this.#ready.shift();
      if (batch) {
        this.#given++;
        if (this.#state === "running" && this.#ready.length === 0) this.session.connection.resume();
        return batch;
      }
      if (this.#state === "failed") throw asWarehouseError(this.#error);
      if (this.#state === "complete") return undefined;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  #begin(fields: readonly FieldPacket[]): void {
    this.#texts = fields.map(textOf);
    this.#kinds = fields.map(kindOf);
    this.#columns = fields.map(() => []);
  }

  #add(row: unknown): void {
    if (!Array.isArray(row)) return;
    for (let i = 0; i < this.#columns.length; i++) {
      const text = this.#texts[i]!(row[i]);
      this.#columns[i]!.push(text);
      if (text !== null) this.#characters += text.length;
    }
    if (++this.#rowCount < BATCH_ROWS && this.#characters < BATCH_CHARACTERS) return;
    this.#push();
    if (this.#ready.length > 1) this.session.connection.pause();
  }

  #push(): void {
    this.#ready.push({rowCount: this.#rowCount, columns: this.#columns, kinds: this.#kinds});
    this.#columns = this.#kinds.map(() => []);
    this.#rowCount = 0;
    this.#characters = 0;
    this.#wake?.();
  }

  #finish(): void {
    if (this.#state !== "running") return;
    this.#forget();
    this.#state = "complete";
    if (this.#rowCount > 0 || (this.#given === 0 && this.#ready.length === 0)) this.#push();
    this.#wake?.();
  }

  #fail(error: unknown): void {
    if (this.#state !== "running") return;
    this.#forget();
    this.#error = error;
    this.#state = "failed";
    this.#wake?.();
  }
}
