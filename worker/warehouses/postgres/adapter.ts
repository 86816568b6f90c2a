import {ServiceError} from "../../../shared/core/errors.ts";
import type {Adapter} from "../adapter.ts";
import {rowValue, standardDates} from "../expressions.ts";
import {readPostgresDefaults, readPostgresTables} from "./catalog.ts";
import {explainPostgres, openOverPostgres} from "./open.ts";
import {openPostgres} from "./warehouse.ts";

export const postgres: Adapter<"postgres"> = {
  open: (config, limits, context) =>
    openOverPostgres(config, context, target => openPostgres(target, limits, context.log)),
  explain: explainPostgres,
  homeSchema: config => config.schema,
  async requireSchema(warehouse, {schema, database}, signal) {
    if (schema === undefined) return;
    const sql = "select 1 from pg_catalog.pg_namespace where nspname = $1";
    const found = await warehouse.rows({sql, parameters: [schema]}, signal);
    if (found.length > 0) return;
    const message = `There is no schema "${schema}" in the database "${database}".`;
    throw new ServiceError("connection_failed", message);
  },
  readDefaults: readPostgresDefaults,
  readTables: readPostgresTables,
  expressions: {
    json: value => `to_jsonb(${value})`,
    hasSum: ({type}) => type !== "oid",
    // Postgres adds up numbers of single precision in single precision: a million tenths are 100958.
    summand: ({type}, value) => (type === "real" ? `cast(${value} as double precision)` : undefined),
    row: rowValue,
    dates: standardDates,
  },
};
