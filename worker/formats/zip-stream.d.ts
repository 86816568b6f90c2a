declare module "zip-stream" {
  import type {Readable, Transform} from "node:stream";
  import type {ZlibOptions} from "node:zlib";

  /** An archive that is read while its files are written into it, one after the other. */
  interface ZipStream extends Transform {
    entry(
      source: Readable | string,
      data: {name: string},
      callback: (error: Error | null | undefined) => void,
    ): this;
    finish(): void;
  }

  const ZipStream: new (options: {zlib: ZlibOptions}) => ZipStream;
  export default ZipStream;
}
