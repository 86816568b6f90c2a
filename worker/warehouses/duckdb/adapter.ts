import type {Adapter} from "../adapter.ts";
import {rowValue, standardDates} from "../expressions.ts";
import {readDuckdbDefaults, readDuckdbTables} from "./catalog.ts";
import {findDuckdbFile} from "./file.ts";
import {openDuckDb} from "./warehouse.ts";

export const duckdb: Adapter<"duckdb"> = {
  async open({path}, limits, {config, orgId, threads}) {
    const file = await findDuckdbFile(config.warehouseDir, orgId, path);
    return await openDuckDb(file, {...limits, inThread: threads.of(orgId)});
  },
  explain: (_fault, {path}) =>
    `The DuckDB file "${path}" cannot be opened: it may be damaged, of another version, or locked by a writer.`,
  showVersion: version => `DuckDB ${version}`,
  homeSchema: () => undefined,
  readDefaults: readDuckdbDefaults,
  readTables: readDuckdbTables,
  expressions: {
    json: value => `to_json(${value})`,
    row: rowValue,
    dates: {
      ...standardDates,
      parsed: (column, {percents}) => `cast(strptime(${column}, '${percents}') as date)`,
    },
  },
};
