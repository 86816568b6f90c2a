import {ServiceError} from "../../errors.ts";

/** To name the nearest of many fields takes time, and nobody reads more. */
const MOST_FAULTS = 20;

/** Collects the faults of a query's parts, so that one answer names them all. */
export class Faults {
  readonly #found: ServiceError[] = [];

  /** What `work` returns; `undefined` where it throws a fault, which is kept. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // What several parts of a query read, such as the entity of all steps, is one fault.
      if (this.#found.some(other => isSame(other, error))) return undefined;
      this.#found.push(error);
      if (this.#found.length === MOST_FAULTS) this.refuse();
      return undefined;
    }
  }

  /** Throws the faults as one error, with the code of the first, if there are any. */
  refuse(): void {
    const [first, ...others] = this.#found;
    if (first === undefined) return;
    if (others.length === 0) throw first;
    const errors = this.#found.flatMap(({message, details}) => details.errors ?? [{path: "", message}]);
    const more = others.length === 1 ? "one more fault" : `${others.length} more faults`;
    throw new ServiceError(first.code, `${first.message} The query has ${more}: see "errors".`, {
      ...first.details,
      errors,
      faults: this.#found,
    });
  }
}

function isSame(one: ServiceError, other: ServiceError): boolean {
  const [place, otherPlace] = [one.details.errors?.[0]?.path, other.details.errors?.[0]?.path];
  return place !== undefined && place === otherPlace && one.message === other.message;
}
