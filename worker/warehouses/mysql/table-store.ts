import type {BuiltColumn} from "../../../shared/semantic/documents.ts";
import {mysql} from "../../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {OpenContext} from "../adapter.ts";
import type {Batch} from "../batch.ts";
import {limitsOf} from "../limits.ts";
import {openServer} from "../server.ts";
import {namesIn, type StoreTable, type TableStore} from "../table-store.ts";
import type {WarehouseLimits} from "../warehouse.ts";
import {type Connected, connected, lost, type MysqlTarget, run, SQL_MODE} from "./connect.ts";
import {asWarehouseError} from "./error.ts";
import {openMysql} from "./warehouse.ts";

const LOCK_TIMEOUT_SECONDS = 5;
/** The size of an insert, which has to fit into a packet; the smallest configured packet is a megabyte. */
const INSERT_CHARACTERS = 200_000;

const name = mysql.quote;
const {path, namesOf} = namesIn(name);

export {path};

type Limits = Pick<WarehouseLimits, "connectTimeoutMs" | "statementTimeoutMs">;

/** Opens a store, after the same checks of the connection as for queries. */
export async function openMysqlStore(
  config: WarehouseConfig<"mysql">,
  {config: serviceConfig, log}: OpenContext,
): Promise<TableStore> {
  const limits = limitsOf(serviceConfig);
  let target: MysqlTarget = config;
  const checked = await openServer(config, serviceConfig, found => {
    target = found;
    return openMysql(found, limits, log);
  });
  await checked.close();
  return connectMysqlStore(target, limits);
}

/** Connects to a server that was checked. */
export async function connectMysqlStore(target: MysqlTarget, limits: Limits): Promise<TableStore> {
  const made = await connected(target, limits);
  try {
    const isMariaDb = /mariadb/i.test(JSON.stringify(await run(made.connection, "select version()")));
    const settings = [
      // Texts are written with their quotes doubled, and their backslashes are not escapes.
      `sql_mode = '${SQL_MODE}'`,
      "time_zone = '+00:00'",
      "autocommit = 1",
      "character_set_client = utf8mb4",
      "character_set_connection = utf8mb4",
      "character_set_results = utf8mb4",
      `lock_wait_timeout = ${LOCK_TIMEOUT_SECONDS}`,
      isMariaDb ? "tx_read_only = 0" : "transaction_read_only = 0, information_schema_stats_expiry = 0",
    ];
    await run(made.connection, `set session ${settings.join(", ")}`);
    return new MysqlStore(made, limits.statementTimeoutMs);
  } catch (error) {
    made.connection.destroy();
    throw asWarehouseError(error);
  }
}

class MysqlStore implements TableStore {
  #into = "";
  #rows: string[] = [];
  #characters = 0;

  constructor(
    private readonly connected: Connected,
    private readonly timeoutMs: number,
  ) {}

  /** Some servers refuse tables without a primary key. */
  async create(table: StoreTable, columns: readonly BuiltColumn[], comment: string): Promise<void> {
    const declared = columns.map(column => `${name(column.name)} ${column.engineType}`);
    await this.#run(
      `create table ${path(table)} (id bigint unsigned not null auto_increment primary key, ${declared.join(", ")}) engine = InnoDB comment = ${text(comment)}`,
    );
  }

  async insert(
    table: StoreTable,
    columns: readonly BuiltColumn[],
    {rowCount, columns: values}: Batch,
    signal: AbortSignal,
  ): Promise<void> {
    const into = `insert into ${path(table)} (${namesOf(columns)}) values `;
    if (into !== this.#into) await this.#flush(signal);
    this.#into = into;
    for (let i = 0; i < rowCount; i++) {
      const row = `(${values.map(column => text(column[i])).join(",")})`;
      if (this.#characters + row.length > INSERT_CHARACTERS) await this.#flush(signal);
      this.#rows.push(row);
      this.#characters += row.length;
    }
  }

  async copy(
    {from, to, columns}: {from: StoreTable; to: StoreTable; columns: readonly BuiltColumn[]},
    {column, before}: {column: string; before: string},
    signal: AbortSignal,
  ): Promise<number> {
    const names = namesOf(columns);
    await this.#run(
      `insert into ${path(to)} (${names}) select ${names} from ${path(from)} where ${name(column)} < date ${text(before)}`,
      signal,
    );
    return this.#number(`select count(*) as value from ${path(to)}`, signal);
  }

  async finish(table: StoreTable): Promise<number> {
    await this.#flush();
    await this.#run(`analyze local table ${path(table)}`);
    return this.#number(
      `select data_length + index_length as value from information_schema.tables where table_schema = ${text(table.schema)} and table_name = ${text(table.name)}`,
    );
  }

  async drop(table: StoreTable): Promise<void> {
    this.#rows = [];
    this.#characters = 0;
    await this.#run(`drop table if exists ${path(table)}`);
  }

  close(): Promise<void> {
    const {connection} = this.connected;
    return new Promise(resolve => {
      connection.on("end", () => resolve());
      connection.end(() => resolve());
    });
  }

  async #flush(signal?: AbortSignal): Promise<void> {
    if (this.#rows.length === 0) return;
    const rows = this.#rows.join(",");
    this.#rows = [];
    this.#characters = 0;
    await this.#run(this.#into + rows, signal);
  }

  async #number(sql: string, signal?: AbortSignal): Promise<number> {
    const rows = await this.#run(sql, signal);
    const [row] = Array.isArray(rows) ? rows : [];
    return Number(row?.value ?? 0);
  }

  /** Runs a statement. An abort or a timeout destroys the connection. */
  async #run(sql: string, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const {connection, socket} = this.connected;
    const cut = () => socket.destroy(lost());
    const timer = setTimeout(cut, this.timeoutMs);
    signal?.addEventListener("abort", cut, {once: true});
    try {
      return await run(connection, sql);
    } catch (error) {
      signal?.throwIfAborted();
      throw asWarehouseError(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cut);
    }
  }
}

function text(value: string | null | undefined): string {
  return value === null || value === undefined ? "null" : `'${value.replaceAll("'", "''")}'`;
}
