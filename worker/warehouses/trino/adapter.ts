import {type Adapter, withProductName} from "../adapter.ts";
import {rowValue, standardDates} from "../expressions.ts";
import {explainHttp, openOverHttp} from "../http/open.ts";
import {readTrinoDefaults, readTrinoTables} from "./catalog.ts";
import {openTrino} from "./warehouse.ts";

export const trino: Adapter<"trino"> = {
  open: (config, limits, context) => openOverHttp(context.config, http => openTrino(config, limits, http)),
  explain: (fault, config) =>
    explainHttp(fault, {at: `${config.host}:${config.port}`, who: `the user "${config.user}"`}),
  showVersion: withProductName("Trino"),
  homeSchema: config => config.schema,
  readDefaults: readTrinoDefaults,
  readTables: readTrinoTables,
  expressions: {
    json: value => `json_format(cast(${value} as json))`,
    textual: value => `cast(${value} as varchar)`,
    row: rowValue,
    dates: {
      ...standardDates,
      timestamp: column => `from_iso8601_timestamp(replace(${column}, ' ', 'T'))`,
      parsed: (column, {percents}) => `cast(date_parse(${column}, '${percents}') as date)`,
      fromSeconds: seconds => `from_unixtime(${seconds})`,
    },
  },
};
