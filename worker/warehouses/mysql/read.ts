import type {FieldPacket} from "mysql2";
import type {Batch, EngineKind} from "../batch.ts";
import type {WarehouseStatement} from "../warehouse.ts";
import {asWarehouseError} from "./error.ts";
import type {MysqlSession} from "./session.ts";
import {cellWriter, engineKindOf} from "./values.ts";

const BATCH_ROWS = 4096;
/** The most text in a batch, so that wide rows do not take much memory. */
const BATCH_CHARACTERS = 4_000_000;

/**
 * Runs one statement through the prepared protocol, which accepts only a single statement and binds its parameters.
 * Rows are read at the reader's pace: with one batch ahead, the socket is paused.
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
  readonly #unsubscribe: () => void;
  #state: "running" | "complete" | "failed" = "running";

  constructor(
    private readonly session: MysqlSession,
    statement: WarehouseStatement,
    private readonly onFields?: (fields: readonly FieldPacket[]) => void,
  ) {
    this.#unsubscribe = session.onLost(error => this.#fail(error));
    session.bound.start();
    const query = session.connection.execute({
      sql: statement.sql,
      // All parameters are text that the statement casts; a boolean is sent as the engine's own 0 or 1.
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

  /** The next batch; `undefined` at the end. There is always a first batch, even if it is empty. */
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
    this.onFields?.(fields);
    this.#texts = fields.map(cellWriter);
    this.#kinds = fields.map(engineKindOf);
    this.#columns = fields.map(() => []);
  }

  #add(row: unknown): void {
    this.session.bound.messageEnded();
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
    this.#unsubscribe();
    this.session.bound.stop();
    this.#state = "complete";
    if (this.#rowCount > 0 || (this.#given === 0 && this.#ready.length === 0)) this.#push();
    this.#wake?.();
  }

  #fail(error: unknown): void {
    if (this.#state !== "running") return;
    this.#unsubscribe();
    this.session.bound.stop();
    this.#error = error;
    this.#state = "failed";
    this.#wake?.();
  }
}
