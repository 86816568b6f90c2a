import {CompileError} from "../errors.ts";

/** The most faults in one answer: finding the nearest names for each takes time, and nobody reads more. */
const MAX_FAULTS = 20;

/** Collects the faults of a query's parts, so that one answer names them all. */
export class Faults {
  readonly #found: CompileError[] = [];

  /** The result of `work`; `undefined` if it throws a fault, which is collected. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CompileError)) throw error;
      // A fault in a value that several parts of a query read, such as the entity of all steps, is collected once.
      if (this.#found.some(other => isSame(other, error))) return undefined;
      this.#found.push(error);
      if (this.#found.length === MAX_FAULTS) this.refuse();
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
    throw new CompileError(first.code, `${first.message} The query has ${more}: see "errors".`, {
      ...first.details,
      errors,
      faults: this.#found,
    });
  }
}

function isSame(one: CompileError, other: CompileError): boolean {
  const [place, otherPlace] = [one.details.errors?.[0]?.path, other.details.errors?.[0]?.path];
  return place !== undefined && place === otherPlace && one.message === other.message;
}
