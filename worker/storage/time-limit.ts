/** The error of an operation that a storage does not answer in time. */
export class Stalled extends Error {
  readonly code = "Stalled";

  constructor(limitMs: number) {
    super(`no answer within ${Math.round(limitMs)} ms`);
  }
}

/** The result of an operation, unless it takes longer than the limit. */
export async function within<T>(limitMs: number, operation: Promise<T>): Promise<T> {
  const {promise, reject} = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Stalled(limitMs)), limitMs);
  try {
    return await Promise.race([operation, promise]);
  } finally {
    clearTimeout(timer);
  }
}
