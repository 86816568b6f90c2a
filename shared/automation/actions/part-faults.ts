import {errorUnder, ServiceError, statusOf} from "../../core/errors.ts";

/** An `invalid_request` for one part of an action, given by its path. */
export function partFault(path: string, message: string, allowed?: readonly string[]): ServiceError {
  const detail = {path, message, ...(allowed ? {allowed} : {})};
  return new ServiceError("invalid_request", message, {errors: [detail]});
}

/** Adds the path of the part to the errors that `work` throws. */
export async function withPartPath<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorUnder(path, error);
  }
}

/**
 * Refuses a resource that the caller cannot see in the same way as a resource that does not exist, with the path of the
 * part that names the resource.
 */
export async function requireVisible(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
    throw partFault(path, error.message);
  }
}
