/** The reason why the files cannot express a change, as a sentence for the person who requested it. */
export class WriteFault extends Error {
  constructor(
    message: string,
    /** The file that the fault is in. */
    readonly file?: string,
  ) {
    super(message);
  }
}

/** Throws `WriteFault` for a part whose declaration was not found again. */
export function lost(what: string): never {
  throw new WriteFault(`The place where "${what}" is declared was not found.`);
}
