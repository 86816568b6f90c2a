/** An entry of an archive. Its content is unpacked only when it is read, up to `most` bytes. */
export type Unpacked =
  | {path: string; size: number; read(most: number): Uint8Array}
  | {path: string; refused: string};

export interface UnpackLimits {
  entries: number;
  bytes: number;
}

/** A fault in the uploaded files, with a message for the person who uploaded them. */
export class ImportFault extends Error {
  constructor(
    message: string,
    /** The file and line of the fault, if known. */
    readonly file?: string,
  ) {
    super(message);
  }
}
