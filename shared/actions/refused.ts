import {errorUnder, ServiceError} from "../errors.ts";

/** The error for a part of an action. */
export function refused(path: string, message: string, allowed?: readonly string[]): ServiceError {
  const detail = {path, message, ...(allowed ? {allowed} : {})};
  return new ServiceError("invalid_request", message, {errors: [detail]});
}

/** Names the place of what the work throws. */
export async function under<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorUnder(path, error);
  }
}

/** What the caller cannot see is refused like what does not exist, with the place that names it. */
export async function requireSeen(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw refused(path, error.message);
  }
}
