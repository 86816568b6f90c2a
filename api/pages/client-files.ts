import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {notFound} from "../../shared/ground/access.ts";
import {requestIdOf} from "../http/arrival.ts";
import {problemResponse} from "../http/problem.ts";

export interface Asset {
  type: string;
  bytes: Uint8Array;
  gzipped: Uint8Array;
}

interface Built {
  script: string;
  style: string;
  assets: ReadonlyMap<string, Asset>;
}

/** The script and the style sheet of one page: the bundle of `api/client/<entry>.ts`, and these style sheets, concatenated. */
export class ClientFiles {
  #building: Promise<Built> | undefined;

  constructor(
    readonly entry: "embed" | "people" | "home" | "sheet" | "explore",
    private readonly styles: readonly string[],
  ) {}

  /** The names of the two files. They are built once, when the first page is requested. */
  async names(): Promise<{script: string; style: string}> {
    const {script, style} = await this.#built();
    return {script, style};
  }

  /** A file of the page. Its name changes with its content, so caches may keep it forever. */
  async answer(name: string, request: Request): Promise<Response> {
    const asset = (await this.#built()).assets.get(name);
    if (!asset) return problemResponse(notFound("file", name), requestIdOf(request));
    return assetResponse(asset, request, {"cache-control": "public, max-age=31536000, immutable"});
  }

  #built(): Promise<Built> {
    this.#building ??= build(this.entry, this.styles).catch(error => {
      this.#building = undefined;
      throw error;
    });
    return this.#building;
  }
}

async function build(entry: string, styles: readonly string[]): Promise<Built> {
  const source = (name: string) => fileURLToPath(new URL(`../client/${name}`, import.meta.url));
  const {outputs} = await Bun.build({
    entrypoints: [source(`${entry}.ts`)],
    target: "browser",
    format: "esm",
    minify: true,
  });
  const code = await outputs[0]?.arrayBuffer();
  if (!code) throw new Error("the page's script could not be made");
  const sheets = await Promise.all(styles.map(name => Bun.file(source(name)).text()));
  const script = namedAsset(entry, "js", "text/javascript; charset=utf-8", new Uint8Array(code));
  const style = namedAsset(entry, "css", "text/css; charset=utf-8", Buffer.from(sheets.join("\n")));
  return {script: script[0], style: style[0], assets: new Map([script, style])};
}

/** The file, compressed if `Accept-Encoding` allows that. */
export function assetResponse(
  {type, bytes, gzipped}: Asset,
  request: Request,
  headers: Record<string, string>,
): Response {
  const zipped = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  return new Response(new Uint8Array(zipped ? gzipped : bytes), {
    headers: {
      "content-type": type,
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      ...(zipped ? {"content-encoding": "gzip"} : {}),
      ...headers,
    },
  });
}

function namedAsset(name: string, extension: string, type: string, bytes: Uint8Array): [string, Asset] {
  const hash = Bun.CryptoHasher.hash("sha256", bytes, "hex").slice(0, 16);
  return [`${name}-${hash}.${extension}`, {type, bytes, gzipped: gzipSync(bytes)}];
}
