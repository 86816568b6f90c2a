import {type Adapter, withProductName} from "../adapter.ts";
import {columnsAlone, standardDates} from "../expressions.ts";
import {explainHttp, openOverHttp} from "../http/open.ts";
import {readDatabricksDefaults, readDatabricksTables} from "./catalog.ts";
import {openDatabricks} from "./warehouse.ts";

export const databricks: Adapter<"databricks"> = {
  open: (config, limits, context) =>
    openOverHttp(context.config, http => openDatabricks(config, limits, http)),
  explain: (fault, config) =>
    explainHttp(fault, {
      at: config.host,
      who: config.clientId === undefined ? "the token" : `"${config.clientId}"`,
    }),
  showVersion: withProductName("Databricks"),
  homeSchema: config => config.schema,
  readDefaults: readDatabricksDefaults,
  readTables: readDatabricksTables,
  expressions: {
    json: value => `to_json(${value})`,
    row: columnsAlone,
    dates: {
      text: "string",
      date: standardDates.date,
      timestamp: column => `cast(${column} as timestamp)`,
      parsed: (column, {letters}) =>
        `to_date(${column}, '${letters.replaceAll("Y", "y").replaceAll("D", "d")}')`,
      fromSeconds: seconds => `timestamp_seconds(${seconds})`,
    },
  },
};
