/** Why the files cannot say what was asked for, as a sentence for whoever asked. */
export class WriteFault extends Error {
  constructor(
    message: string,
    /** The file that it is about. */
    readonly file?: string,
  ) {
    super(message);
  }
}
