import type {VendorConfig} from "./vendors.ts";

/** A connection's configuration with its secrets, as a worker opens it. Parsed by `parse-config.ts`. */
export type WarehouseConfig =
  | VendorConfig
  | {
      /** Amazon Redshift is asked as Postgres is. */
      type: "postgres" | "redshift";
      host: string;
      port: number;
      database: string;
      user: string;
      password: string;
      ssl: "disable" | "require" | "verify-full";
      schema?: string;
    }
  | {
      /** MariaDB, too. */
      type: "mysql";
      host: string;
      port: number;
      database: string;
      user: string;
      password: string;
      ssl: "disable" | "require" | "verify-full";
    }
  | {
      type: "duckdb";
      /** Relative to `<warehouseDir>/<orgId>/`, or absolute inside it. */
      path: string;
    };

export type ConnectionType = WarehouseConfig["type"];

/** A server that is spoken to in a protocol of its own, over a connection that lasts. */
export type ServerConfig = Extract<WarehouseConfig, {type: "postgres" | "redshift" | "mysql"}>;
