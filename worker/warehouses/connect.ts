import type {DialectName} from "../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../shared/tenancy/connections/types.ts";
import type {OpenContext} from "./adapter.ts";
import {ADAPTERS} from "./adapters.ts";
import {connectionFault} from "./connection-fault.ts";
import {limitsOf} from "./limits.ts";
import type {Warehouse} from "./warehouse.ts";

/** Opens a warehouse and checks that it answers. Rejects with `connection_failed`, whose message says why. */
export async function openWarehouse<T extends DialectName>(
  config: WarehouseConfig<T>,
  context: OpenContext,
): Promise<Warehouse> {
  try {
    return await ADAPTERS[config.type].open(config, limitsOf(context.config), context);
  } catch (error) {
    throw connectionFault(error, config);
  }
}

/** The product and version of the warehouse. */
export async function readVersion(warehouse: Warehouse, signal: AbortSignal): Promise<string> {
  const {versionSql = "select version()", showVersion} = ADAPTERS[warehouse.dialect];
  const [[version] = []] = await warehouse.rows({sql: versionSql, parameters: []}, signal);
  const short = version?.split(" on ")[0] ?? "";
  return showVersion?.(short) ?? short;
}
