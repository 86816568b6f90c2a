/** One entry of an archive: what it holds is unpacked when it is read, and no more than `most` bytes of it. */
export type Unpacked =
  | {path: string; size: number; read(most: number): Uint8Array}
  | {path: string; refused: string};

export interface UnpackLimits {
  entries: number;
  bytes: number;
}

/** What is wrong with what was sent, for its sender. */
export class ImportFault extends Error {
  constructor(
    message: string,
    /** The file and the line, where there are any. */
    readonly file?: string,
  ) {
    super(message);
  }
}
