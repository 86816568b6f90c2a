import {type FileHandle, open, rm} from "node:fs/promises";
import type {Config} from "../../shared/core/config.ts";
import type {CsvFormat} from "../../shared/core/csv/csv-format.ts";
import {styleOf} from "../../shared/core/csv/csv-style.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {SnapshotFile} from "../../shared/core/wire/snapshot.ts";
import type {ResultColumn} from "../../shared/semantic/index.ts";
import type {SnapshotStore} from "../storage/snapshots/store.ts";
import {typeColumn, typeDeclared} from "./csv-column-types.ts";
import {CsvScanner} from "./csv-scanner.ts";
import {writeParquet} from "./write-parquet.ts";

/** The source of a snapshot's rows: an uploaded CSV, or the result of a query, whose columns are declared. */
export interface IntakeOptions {
  config: Pick<Config, "dataDir" | "duckdbMemoryLimit" | "duckdbThreads" | "snapshotLimitBytes">;
  declared?: readonly ResultColumn[];
}

/**
 * Turns a CSV into the Parquet file of a dataset: `push` the chunks, then `finish`. Until `finish` has stored the file,
 * the rows are in a temporary one. `abandon` removes everything.
 */
export class CsvIntake {
  readonly #scanner: CsvScanner;
  readonly #csvPath: string;
  readonly #parquetPath: string;
  #file: FileHandle | undefined;
  #sizeBytes = 0;
  #ended = false;

  constructor(
    private readonly store: SnapshotStore,
    private readonly orgId: string,
    private readonly datasetId: string,
    private readonly options: IntakeOptions,
  ) {
    this.#scanner = new CsvScanner(options.declared?.map(({name}) => name));
    this.#csvPath = store.temporaryPath("csv");
    this.#parquetPath = store.temporaryPath("parquet");
  }

  /** The number of rows scanned so far. */
  get rowCount(): number {
    return this.#scanner.rowCount;
  }

  /** Writes the remaining rows after the last chunk. Resolves with the number of all rows. */
  async end(): Promise<number> {
    if (!this.#ended) {
      this.#ended = true;
      await this.#write(this.#scanner.end());
      await this.#file?.close();
      this.#file = undefined;
    }
    return this.rowCount;
  }

  async push(bytes: Uint8Array): Promise<void> {
    this.#sizeBytes += bytes.byteLength;
    const {declared, config} = this.options;
    if (!declared && this.#sizeBytes > config.snapshotLimitBytes) throw tooLarge(config.snapshotLimitBytes);
    await this.#write(this.#scanner.push(bytes));
  }

  async finish(signal: AbortSignal, format: CsvFormat = {}): Promise<SnapshotFile> {
    const scanner = this.#scanner;
    await this.end();
    const {declared, config} = this.options;
    const {delimiter, longestRow, hasBreaksInside, profiles} = scanner;
    const style = styleOf(profiles, delimiter, format);
    const typed = scanner.names.map((name, c) => {
      const profile = scanner.profiles[c]!;
      const column = declared?.[c];
      return column
        ? typeDeclared(column.name, c, profile, column.type)
        : typeColumn(name, c, profile, style);
    });
    const {rowCount, sizeBytes} = await writeParquet(
      {path: this.#csvPath, delimiter, longestRow, hasBreaksInside},
      typed,
      this.#parquetPath,
      config,
      signal,
    );
    if (rowCount !== scanner.rowCount) {
      throw new Error(`the engine read ${rowCount} rows of a CSV that has ${scanner.rowCount}`);
    }
    const {crc32} = await this.store.save(this.orgId, this.datasetId, this.#parquetPath);
    await rm(this.#csvPath, {force: true});
    return {columns: typed.map(({sql: _, ...column}) => column), rowCount, sizeBytes, crc32};
  }

  async abandon(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
    await rm(this.#csvPath, {force: true});
    await rm(this.#parquetPath, {force: true});
  }

  async #write(rows: Uint8Array): Promise<void> {
    this.#file ??= await open(this.#csvPath, "wx", 0o600);
    for (let at = 0; at < rows.length; ) {
      at += (await this.#file.write(rows, at)).bytesWritten;
    }
  }
}

function tooLarge(limitBytes: number): Error {
  const megabytes = limitBytes / 1024 / 1024;
  return new ServiceError(
    "payload_too_large",
    `The CSV is larger than the ${megabytes} MB that a snapshot takes.`,
  );
}
