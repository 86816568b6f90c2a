import {type Adapter, withProductName} from "../adapter.ts";
import {rowValue} from "../expressions.ts";
import {explainHttp, openOverHttp} from "../http/open.ts";
import type {WarehouseColumn} from "../tables.ts";
import {readClickhouseDefaults, readClickhouseTables} from "./catalog.ts";
import {openClickhouse} from "./warehouse.ts";

/** The most digits of decimals whose sum is safe: a hundred billion of them add up to at most 38 digits. */
const SAFE_DIGITS = 27;

/**
 * The operand of a sum, cast to 76 digits where 38 may not be enough. ClickHouse sums decimals and its widest integers
 * in their own width and overflows silently. Sums of 76 digits take two to six times as long.
 */
function summand({type}: WarehouseColumn, value: string): string | undefined {
  // The cast goes through text, because text of more than 76 digits is an error, while a number would overflow
  // silently.
  if (/\bU?Int256\b/.test(type)) return `toDecimal256(toString(${value}), 0)`;
  if (/\bU?Int128\b/.test(type)) return `toDecimal256(${value}, 0)`;
  const [, precision = 0, scale = 0] = /\bDecimal\((\d+), (\d+)\)/.exec(type) ?? [];
  return Number(precision) > SAFE_DIGITS ? `toDecimal256(${value}, ${scale})` : undefined;
}

export const clickhouse: Adapter<"clickhouse"> = {
  open: (config, limits, context) =>
    openOverHttp(context.config, http => openClickhouse(config, limits, http)),
  explain: (fault, config) =>
    explainHttp(fault, {at: `${config.host}:${config.port}`, who: `the user "${config.user}"`}),
  showVersion: withProductName("ClickHouse"),
  // ClickHouse's databases are its schemas.
  homeSchema: config => config.database,
  readDefaults: readClickhouseDefaults,
  readTables: readClickhouseTables,
  expressions: {
    json: value => `toJSONString(${value})`,
    summand,
    row: rowValue,
    dates: {
      text: "Nullable(String)",
      date: column => `toDate32(${column})`,
      timestamp: column => `parseDateTime64BestEffort(${column}, 6, 'UTC')`,
      parsed: (column, {percents}) => `toDate32(parseDateTime(${column}, '${percents}', 'UTC'))`,
      fromSeconds: seconds => `toDateTime64(${seconds}, 3, 'UTC')`,
    },
  },
};
