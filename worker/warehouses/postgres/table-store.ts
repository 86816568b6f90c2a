import pg from "pg";
import type {Logger} from "../../../shared/core/log.ts";
import type {BuiltColumn} from "../../../shared/semantic/documents.ts";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {OpenContext} from "../adapter.ts";
import type {Batch} from "../batch.ts";
import {limitsOf} from "../limits.ts";
import {namesIn, type StoreTable, type TableStore} from "../table-store.ts";
import type {WarehouseLimits} from "../warehouse.ts";
import {BoundedClient} from "./bounded-client.ts";
import {openOverPostgres} from "./open.ts";
import {asWarehouseError, clientConfigOf, openPostgres, type PostgresTarget} from "./warehouse.ts";

const LOCK_TIMEOUT_MS = 5000;
const name = pg.escapeIdentifier;
const {path, namesOf} = namesIn(name);

/**
 * Opens a store, after the same checks as for queries: of the address, and that it is not the service's own database.
 */
export async function openPostgresStore(
  config: WarehouseConfig<"postgres">,
  context: OpenContext,
): Promise<TableStore> {
  const limits = limitsOf(context.config);
  let target: PostgresTarget = config;
  const checked = await openOverPostgres(config, context, found => {
    target = found;
    return openPostgres(found, limits, context.log);
  });
  await checked.close();
  return connectPostgresStore(target, limits, context.log);
}

/** Connects to a server that was checked. */
export async function connectPostgresStore(
  target: PostgresTarget,
  limits: Pick<WarehouseLimits, "connectTimeoutMs" | "statementTimeoutMs">,
  log: Logger,
): Promise<TableStore> {
  const client = new BoundedClient(clientConfigOf(target, limits));
  client.on("error", error => log.debug({err: error}, "a connection that writes roll-ups was lost"));
  const store = new PostgresStore(client);
  try {
    await client.connect();
    // This search path keeps names from resolving to functions and types that others have created.
    await client.query(
      `set search_path = pg_catalog; set timezone = 'UTC'; set datestyle = 'ISO, YMD';
      set default_transaction_read_only = off; set lock_timeout = ${LOCK_TIMEOUT_MS};
      set statement_timeout = ${limits.statementTimeoutMs}`,
    );
    return store;
  } catch (error) {
    await store.close();
    throw asWarehouseError(error, "postgres");
  }
}

class PostgresStore implements TableStore {
  constructor(private readonly client: pg.Client) {}

  async create(table: StoreTable, columns: readonly BuiltColumn[], comment: string): Promise<void> {
    const declared = columns.map(column => `${name(column.name)} ${column.engineType}`);
    await this.#run(`create table ${path(table)} (${declared.join(", ")})`);
    await this.#run(`comment on table ${path(table)} is ${pg.escapeLiteral(comment)}`);
  }

  async insert(
    table: StoreTable,
    columns: readonly BuiltColumn[],
    {rowCount, columns: values}: Batch,
    signal: AbortSignal,
  ): Promise<void> {
    if (rowCount === 0) return;
    const arrays = columns.map((_, i) => `$${i + 1}::text[]`);
    const given = columns.map((_, i) => `c${i}`);
    const cast = columns.map(({engineType}, i) => `cast(c${i} as ${typeAlone(engineType)})`);
    await this.#run(
      `insert into ${path(table)} (${namesOf(columns)}) select ${cast.join(", ")} from unnest(${arrays.join(", ")}) as v (${given.join(", ")})`,
      values,
      signal,
    );
  }

  async copy(
    {from, to, columns}: {from: StoreTable; to: StoreTable; columns: readonly BuiltColumn[]},
    {column, before}: {column: string; before: string},
    signal: AbortSignal,
  ): Promise<number> {
    const names = namesOf(columns);
    const {rowCount} = await this.#run(
      `insert into ${path(to)} (${names}) select ${names} from ${path(from)} where ${name(column)} < $1::date`,
      [before],
      signal,
    );
    return rowCount ?? 0;
  }

  async finish(table: StoreTable): Promise<number> {
    await this.#run(`analyze ${path(table)}`);
    const {rows} = await this.#run("select pg_total_relation_size($1::regclass)::text as size", [
      path(table),
    ]);
    return Number(rows[0]?.size ?? 0);
  }

  async drop(table: StoreTable): Promise<void> {
    await this.#run(`drop table if exists ${path(table)}`);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  /** An abort breaks the session off, and the server rolls the statement back. */
  async #run(
    sql: string,
    values?: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<pg.QueryResult<{size?: string}>> {
    signal?.throwIfAborted();
    const cut = () => this.client.connection.stream.destroy();
    signal?.addEventListener("abort", cut, {once: true});
    try {
      return await this.client.query<{size?: string}>(sql, values === undefined ? undefined : [...values]);
    } catch (error) {
      signal?.throwIfAborted();
      throw asWarehouseError(error, "postgres");
    } finally {
      signal?.removeEventListener("abort", cut);
    }
  }
}

/** The type without its collation, which a cast does not accept. Quoted names may contain the word `collate`. */
function typeAlone(engineType: string): string {
  return /^((?:"(?:[^"]|"")*"|[^"])+?) collate /.exec(engineType)?.[1] ?? engineType;
}
