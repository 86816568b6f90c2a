import {type Adapter, named} from "../adapter.ts";
import {rowValue} from "../expressions.ts";
import {explainHttp, openOverHttp} from "../http/open.ts";
import type {WarehouseColumn} from "../tables.ts";
import {readClickhouseDefaults, readClickhouseTables} from "./catalog.ts";
import {openClickhouse} from "./warehouse.ts";

/** A hundred billion decimals of this many digits can be summed within 38 digits. */
const SAFE_DIGITS = 27;

/**
 * What a sum adds up. ClickHouse sums decimals and its widest integers in their own width, and overflows silently.
 * Where 38 digits may not be enough it has to use 76, which takes two to six times as long.
 */
function summand({type}: WarehouseColumn, value: string): string | undefined {
  // A text of more than 76 digits is an error, while such a number would silently become another one.
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
  showVersion: named("ClickHouse"),
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
