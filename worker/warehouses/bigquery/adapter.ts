import {serviceAccountOf} from "../../../shared/tenancy/connections/types/bigquery.ts";
import {type Adapter, withProductName} from "../adapter.ts";
import {standardDates} from "../expressions.ts";
import {explainHttp, openOverHttp} from "../http/open.ts";
import {readBigqueryDefaults, readBigqueryTables} from "./catalog.ts";
import {openBigquery} from "./warehouse.ts";

export const bigquery: Adapter<"bigquery"> = {
  open: (config, limits, context) =>
    openOverHttp(context.config, http =>
      openBigquery({...serviceAccountOf(config.serviceAccount), ...config}, limits, http),
    ),
  explain: (fault, config) =>
    explainHttp(fault, {
      at: `BigQuery's project "${config.projectId}"`,
      who: "the service account",
    }),
  // BigQuery has no version.
  versionSql: "select ''",
  showVersion: withProductName("BigQuery"),
  homeSchema: config => config.dataset,
  readDefaults: readBigqueryDefaults,
  readTables: readBigqueryTables,
  expressions: {
    json: value => `to_json_string(${value})`,
    textual: value => `cast(${value} as string)`,
    row: columns => `to_json_string(struct(${columns}))`,
    dates: {
      text: "string",
      date: standardDates.date,
      timestamp: column => `timestamp(${column})`,
      parsed: (column, {percents}) => `parse_date('${percents}', ${column})`,
      fromSeconds: seconds => `timestamp_millis(cast(${seconds} * 1000 as int64))`,
    },
  },
};
