import {ServiceError} from "../../shared/core/errors.ts";
import type {DialectName} from "../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../shared/tenancy/connections/types.ts";
import type {OpenContext} from "./adapter.ts";
import {ADAPTERS} from "./adapters.ts";
import {limitsOf} from "./limits.ts";
import {TOO_LARGE, type Warehouse, WarehouseError} from "./warehouse.ts";

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

/** The product and version of the warehouse. Rejects with `connection_failed` if statements would fail on it. */
export async function readVersion(warehouse: Warehouse, signal: AbortSignal): Promise<string> {
  const {versionSql = "select version()", showVersion, refuseVersion} = ADAPTERS[warehouse.dialect];
  const [[version] = []] = await warehouse.rows({sql: versionSql, parameters: []}, signal);
  const short = version?.split(" on ")[0] ?? "";
  const refusal = refuseVersion?.(short);
  if (refusal !== undefined) throw new ServiceError("connection_failed", refusal);
  return showVersion?.(short) ?? short;
}

/**
 * Turns an error of opening a connection into `connection_failed` with the service's own message. Only org-admins see
 * the engine's message.
 */
export function connectionFault<T extends DialectName>(error: unknown, config: WarehouseConfig<T>): unknown {
  if (!(error instanceof WarehouseError)) return error;
  const message = ADAPTERS[config.type].explain(error, config);
  return new ServiceError("connection_failed", message, {adminDetail: error.message, cause: error});
}

/**
 * Turns an error of one of the service's own statements on an open connection into an error with the service's message.
 */
export function statementFault(error: unknown, config: WarehouseConfig): unknown {
  if (!(error instanceof WarehouseError)) return error;
  const {kind, errorClass} = error.details;
  if (kind === "unreachable" || kind === "denied") return connectionFault(error, config);
  const message = {
    cancelled: "The warehouse cancelled the statement.",
    too_large: TOO_LARGE,
    refused: `The warehouse refused a statement about its catalogue (${errorClass}).`,
  }[kind];
  return new ServiceError("warehouse_error", message, {
    adminDetail: `The warehouse said: ${error.message}`,
    cause: error,
  });
}
