import {type TObject, Type} from "@sinclair/typebox";
import {
  CONNECTION_TYPES,
  DuckdbFields,
  Kind,
  MysqlFields,
  PostgresFields,
  RedshiftFields,
} from "./parse-config.ts";
import type {ConnectionType} from "./types.ts";
import {isVendor, VENDORS} from "./vendors.ts";

export const ConnectionTypeView = Type.Object({
  type: Kind,
  title: Type.String({description: "As its users call it."}),
  config: Type.Object(
    {},
    {
      additionalProperties: true,
      description: "JSON Schema of the configuration; what is secret is `writeOnly`.",
    },
  ),
});

interface DescribedType {
  type: ConnectionType;
  title: string;
  config: Record<string, unknown>;
}

const OTHERS = {
  postgres: {title: "PostgreSQL", fields: PostgresFields},
  duckdb: {title: "DuckDB", fields: DuckdbFields},
  mysql: {title: "MySQL, MariaDB", fields: MysqlFields},
  redshift: {title: "Amazon Redshift", fields: RedshiftFields},
};

/** What a client needs to draw the form of a connection of each type. */
export function describeTypes(): DescribedType[] {
  return CONNECTION_TYPES.map(type => {
    const {title, fields}: {title: string; fields: TObject} = isVendor(type) ? VENDORS[type] : OTHERS[type];
    // Without the library's own symbols.
    return {type, title, config: JSON.parse(JSON.stringify(fields))};
  });
}
