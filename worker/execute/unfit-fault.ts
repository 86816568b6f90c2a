import {ServiceError} from "../../shared/core/errors.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {enumValues, namedValues} from "../warehouses/enum-values.ts";
import {unfitFilter} from "../warehouses/unfit-filter.ts";
import {unfitValue} from "../warehouses/unfit-value.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";

/**
 * The error for a filter that the warehouse cannot apply to its column, such as a comparison with a value that the
 * column cannot have.
 */
export async function unfitFault(
  warehouse: Warehouse,
  error: unknown,
  request: RunRequest,
  signal: AbortSignal,
): Promise<ServiceError | undefined> {
  if (!(error instanceof WarehouseError) || signal.aborted) return undefined;
  const unfit = unfitFilter(error, request);
  if (unfit !== undefined) return refusal(unfit, error);
  const value = unfitValue(error, request);
  return value === undefined
    ? undefined
    : noSuchValue(value, error, await enumValues(warehouse, error, signal));
}

/**
 * The values of an enum are in the details for org-admins alone: other users may be limited to rows with some of these
 * values.
 */
function noSuchValue(value: string, cause: WarehouseError, values: string[] | undefined): ServiceError {
  const quotedValue = JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
  const message = `No row can have the value ${quotedValue}, because the compared column accepts only other values, such as those of an enum, uuids, or shorter texts. List the values of the field to see examples.`;
  const adminDetail = `The enum's values are ${namedValues(values ?? [])}.`;
  return refusal(message, cause, values && values.length > 0 ? {adminDetail} : {});
}

function refusal(message: string, cause: WarehouseError, admins: {adminDetail?: string} = {}): ServiceError {
  return new ServiceError("invalid_filter", message, {
    errors: [{path: "/filters", message}],
    ...admins,
    cause,
  });
}
