import {type Adapter, withProductName} from "../adapter.ts";
import {columnsAlone, standardDates} from "../expressions.ts";
import {explainHttp, openOverHttp} from "../http/open.ts";
import {readSnowflakeDefaults, readSnowflakeTables} from "./catalog.ts";
import {openSnowflake} from "./warehouse.ts";

export const snowflake: Adapter<"snowflake"> = {
  open: (config, limits, context) =>
    openOverHttp(context.config, http => openSnowflake(config, limits, http)),
  explain: (fault, config) =>
    explainHttp(fault, {
      at: `Snowflake's account "${config.account}"`,
      who: `the user "${config.user}"`,
    }),
  versionSql: "select current_version()",
  showVersion: withProductName("Snowflake"),
  homeSchema: config => config.schema,
  readDefaults: readSnowflakeDefaults,
  readTables: readSnowflakeTables,
  expressions: {
    json: value => `to_json(${value})`,
    row: columnsAlone,
    dates: {
      ...standardDates,
      timestamp: column => `to_timestamp_tz(${column})`,
      fromSeconds: seconds => `to_timestamp_ntz(${seconds}, 3)`,
    },
  },
};
