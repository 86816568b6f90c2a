import {basename} from "node:path";
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {notFound} from "../../shared/core/access.ts";
import {problemResponse} from "../http/problem.ts";
import {requestIdOf} from "../http/request-context.ts";

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

interface Sources {
  /**
   * A module of `api/client/`, without its file extension. Modules that are imported dynamically become separate files.
   */
  entry: string;
  /** Style sheets of `api/client/`, or of a package (`npm:…`), concatenated in this order. */
  styles: readonly string[];
}

/** The scripts and the style sheet of pages: bundled once, when the first page is requested. */
export class ClientFiles {
  #building: Promise<Built> | undefined;

  constructor(private readonly sources: Sources) {}

  /** The names of the first script and of the style sheet. */
  async names(): Promise<{script: string; style: string}> {
    const {script, style} = await this.#built();
    return {script, style};
  }

  /** A file of the pages. Its name contains the hash of its content, so caches may store it forever. */
  async answer(name: string, request: Request): Promise<Response> {
    const asset = (await this.#built()).assets.get(name);
    if (!asset) return problemResponse(notFound("file", name), requestIdOf(request));
    return assetResponse(asset, request, {"cache-control": "public, max-age=31536000, immutable"});
  }

  #built(): Promise<Built> {
    this.#building ??= build(this.sources).catch(error => {
      this.#building = undefined;
      throw error;
    });
    return this.#building;
  }
}

async function build({entry, styles}: Sources): Promise<Built> {
  const source = (name: string) => fileURLToPath(new URL(`../client/${name}`, import.meta.url));
  const sheet = (name: string) =>
    name.startsWith("npm:") ? Bun.resolveSync(name.slice("npm:".length), import.meta.dir) : source(name);
  const {outputs} = await Bun.build({
    entrypoints: [source(entry)],
    target: "browser",
    // The Markdown parser's browser build decodes entities with `innerHTML`, which the pages' policy does not allow.
    // The parser's build for workers decodes entities with a table.
    conditions: ["worker"],
    // In production mode, packages leave out their development code.
    define: {"process.env.NODE_ENV": '"production"'},
    format: "esm",
    minify: true,
    splitting: true,
    naming: {entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]"},
  });
  const assets = new Map<string, Asset>();
  let script: string | undefined;
  for (const output of outputs) {
    const name = basename(output.path);
    if (output.kind === "entry-point") script = name;
    assets.set(name, assetOf("text/javascript; charset=utf-8", new Uint8Array(await output.arrayBuffer())));
  }
  if (script === undefined) throw new Error("the pages' script could not be made");
  const sheets = await Promise.all(styles.map(name => Bun.file(sheet(name)).text()));
  const bytes = Buffer.from(sheets.join("\n"));
  const style = `style-${Bun.CryptoHasher.hash("sha256", bytes, "hex").slice(0, 16)}.css`;
  assets.set(style, assetOf("text/css; charset=utf-8", bytes));
  return {script, style, assets};
}

/** The file, compressed if `Accept-Encoding` allows that. */
export function assetResponse(
  {type, bytes, gzipped}: Asset,
  request: Request,
  headers: Record<string, string>,
): Response {
  const zipped = acceptsGzip(request.headers.get("accept-encoding") ?? "");
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

/** Whether `Accept-Encoding` (RFC 9110 §12.5.3) names gzip, other than with the quality 0, which refuses it. */
function acceptsGzip(accepted: string): boolean {
  return accepted.split(",").some(coding => {
    const [name = "", quality = ""] = coding
      .toLowerCase()
      .split(";")
      .map(part => part.trim());
    return /^(?:x-)?gzip$/.test(name) && !/^q\s*=\s*0(?:\.0*)?$/.test(quality);
  });
}

/** The bytes with their compressed form. */
export function assetOf(type: string, bytes: Uint8Array): Asset {
  return {type, bytes, gzipped: gzipSync(bytes)};
}
