import type {Adapter} from "../adapter.ts";
import {standardDates} from "../expressions.ts";
import {explainPostgres, openOverPostgres} from "../postgres/open.ts";
import {openRedshift} from "../postgres/warehouse.ts";
import {readRedshiftDefaults, readRedshiftTables} from "./catalog.ts";

export const redshift: Adapter<"redshift"> = {
  open: (config, limits, context) =>
    openOverPostgres(config, context, target => openRedshift(target, limits, context.log)),
  explain: explainPostgres,
  versionSql: "select 'Redshift ' || split_part(version(), 'Redshift ', 2)",
  homeSchema: config => config.schema,
  readDefaults: readRedshiftDefaults,
  readTables: readRedshiftTables,
  expressions: {
    json: value => `json_serialize(${value})`,
    row: columns => `json_serialize(array(${columns}))`,
    dates: {
      ...standardDates,
      fromSeconds: seconds => `timestamp 'epoch' + ${seconds} * interval '1 second'`,
    },
  },
};
