import {ServiceError} from "../../shared/errors.ts";
import type {RunRequest} from "../../shared/wire/run-request.ts";
import {enumValues, namedValues} from "../warehouses/enum-values.ts";
import {unfitValue} from "../warehouses/unfit-value.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";

/** The fault of a value that the column it is compared with cannot have, so that the warehouse refused to look for it. */
export async function unfitFault(
  warehouse: Warehouse,
  error: unknown,
  request: RunRequest,
  signal: AbortSignal,
): Promise<ServiceError | undefined> {
  if (!(error instanceof WarehouseError) || signal.aborted) return undefined;
  const value = unfitValue(error, request);
  return value === undefined
    ? undefined
    : noSuchValue(value, error, await enumValues(warehouse, error, signal));
}

/** Only org-admins are told the values of an enum: others may see rows of some of them alone. */
function noSuchValue(value: string, cause: WarehouseError, values: string[] | undefined): ServiceError {
  const shown = JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
  const message = `No row can have the value ${shown}: the column that it is compared with takes values of another kind, such as those of an enum, uuids, or shorter texts. List the field's values to see them.`;
  return new ServiceError("invalid_filter", message, {
    errors: [{path: "/filters", message}],
    ...(values && values.length > 0 ? {adminDetail: `The enum's values are ${namedValues(values)}.`} : {}),
    cause,
  });
}
