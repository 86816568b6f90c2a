import type {DialectName} from "../../shared/semantic/dialects/dialect.ts";
import {clickhouseUrl} from "../support/engines/clickhouse-url.ts";
import {mysqlUrl} from "../support/engines/mysql-url.ts";
import {openClickhouse} from "./clickhouse-engine.ts";
import {type Engine, openDuckdb, openPostgres} from "./engines.ts";
import {openMysql} from "./mysql-engine.ts";

/** An engine that runs statements. `open` is missing if the engine is not installed. */
interface Runnable {
  label: string;
  dialect: DialectName;
  open: (() => Promise<Engine>) | undefined;
}

const mysql = mysqlUrl();
const clickhouse = clickhouseUrl();

export const RUNNABLE: readonly Runnable[] = [
  {label: "postgres", dialect: "postgres", open: openPostgres},
  {label: "duckdb", dialect: "duckdb", open: openDuckdb},
  {label: "mysql", dialect: "mysql", open: mysql === undefined ? undefined : () => openMysql(mysql)},
  {
    label: "clickhouse",
    dialect: "clickhouse",
    open:
      clickhouse === undefined ? undefined : () => openClickhouse(clickhouse, "plain where nothing is null"),
  },
  {
    label: "clickhouse, all nullable",
    dialect: "clickhouse",
    open: clickhouse === undefined ? undefined : () => openClickhouse(clickhouse, "nullable"),
  },
];

/** Opens all installed engines, or those with the given labels. Returns them by label. */
export async function openAllEngines(labels?: readonly string[]): Promise<Map<string, Engine>> {
  const opened = new Map<string, Engine>();
  for (const {label, open} of RUNNABLE) {
    if (open && labels?.includes(label) !== false) opened.set(label, await open());
  }
  return opened;
}
