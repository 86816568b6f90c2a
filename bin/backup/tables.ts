import {createReadStream, createWriteStream} from "node:fs";
import {Transform} from "node:stream";
import {pipeline} from "node:stream/promises";
import {createGunzip, createGzip} from "node:zlib";
import pg from "pg";
import {from, to} from "pg-copy-streams";
import {quoted, tablesOf} from "./catalog.ts";
import {type Manifest, tableFile, type WrittenTable} from "./manifest.ts";

const NEWLINE = 10;

/**
 * Counts the rows that pass through, and digests their bytes. In the text format of `copy`, the only newlines are the
 * ends of rows.
 */
class RowDigest extends Transform {
  rows = 0;
  readonly #hasher = new Bun.CryptoHasher("sha256");

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.rows += 1;
    this.#hasher.update(chunk);
    done(null, chunk);
  }

  sha256(): string {
    return this.#hasher.digest("hex");
  }
}

/** Writes every table as the client's transaction sees it. Throws if the number of rows differs from the server's. */
export async function dumpTables(client: pg.Client, dir: string): Promise<WrittenTable[]> {
  const written: WrittenTable[] = [];
  for (const table of await tablesOf(client)) {
    const columns = table.columns.map(name => pg.escapeIdentifier(name)).join(", ");
    const source = client.query(to(`copy (select ${columns} from ${quoted(table)}) to stdout`));
    const digest = new RowDigest();
    await pipeline(source, digest, createGzip(), createWriteStream(tableFile(dir, table), {mode: 0o600}));
    if (digest.rows !== source.rowCount)
      throw new Error(`${table.name}: ${digest.rows} rows were written of ${source.rowCount}`);
    written.push({...table, rows: digest.rows, sha256: digest.sha256()});
  }
  return written;
}

/** Reads the tables' files from the disk. Returns a sentence for each file that differs from the written one. */
export async function checkTables(dir: string, {tables}: Pick<Manifest, "tables">): Promise<string[]> {
  const faults: string[] = [];
  for (const table of tables) {
    const digest = new RowDigest();
    try {
      await pipeline(createReadStream(tableFile(dir, table)), createGunzip(), digest, async source => {
        for await (const _ of source);
      });
    } catch (error) {
      faults.push(`${table.name}: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    if (digest.rows !== table.rows || digest.sha256() !== table.sha256)
      faults.push(`${table.name}: its file has changed since it was written`);
  }
  return faults;
}

/** Fills the tables in the client's transaction, and then counts their rows. */
export async function loadTables(
  client: pg.Client,
  dir: string,
  tables: readonly WrittenTable[],
): Promise<void> {
  await client.query(`truncate ${tables.map(quoted).join(", ")}`);
  for (const table of tables) {
    const columns = table.columns.map(name => pg.escapeIdentifier(name)).join(", ");
    const target = client.query(from(`copy ${quoted(table)} (${columns}) from stdin`));
    await pipeline(createReadStream(tableFile(dir, table)), createGunzip(), target);
    const {rows} = await client.query<{count: string}>(`select count(*) from ${quoted(table)}`);
    if (Number(rows[0]?.count) !== table.rows)
      throw new Error(`${table.name} has ${rows[0]?.count} rows, and the back-up ${table.rows}`);
  }
}
