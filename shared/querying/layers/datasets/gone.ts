import {ServiceError} from "../../../core/errors.ts";

/** The error for a dataset that was deleted while a query over it was prepared. */
export function goneDataset(slug: string): ServiceError {
  const message = `There is no model "${slug}" that you can query any more.`;
  return new ServiceError("unknown_model", message, {errors: [{path: "/model", message}]});
}
