import {basename} from "node:path";
import {fileURLToPath} from "node:url";
import {type Asset, assetOf, assetResponse} from "../pages/client-files.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const source = (name: string) => fileURLToPath(new URL(`../client/${name}`, import.meta.url));

/**
 * The files of the embed script: `client.js`, which another site's page imports, its types in `client.d.ts`, and the
 * chunks that `client.js` loads when there is something to draw.
 */
export class EmbedScript {
  #building: Promise<ReadonlyMap<string, Asset>> | undefined;

  /** The file of this name; `undefined` for an unknown name. The first request builds all files together. */
  async answer(name: string, request: Request): Promise<Response | undefined> {
    if (!/^(client\.(js|d\.ts)|part-\w+\.js)$/.test(name)) return undefined;
    const asset = (await this.#built()).get(name);
    if (!asset) return undefined;
    // A chunk's name contains the hash of its content. The other files have fixed names.
    if (name.startsWith("part-")) {
      return assetResponse(asset, request, {"cache-control": "public, max-age=31536000, immutable"});
    }
    const etag = `W/"${Bun.CryptoHasher.hash("sha256", asset.bytes, "hex").slice(0, 16)}"`;
    const headers = {"cache-control": "public, no-cache", etag};
    if (request.headers.get("if-none-match") !== etag) return assetResponse(asset, request, headers);
    return new Response(null, {status: 304, headers: {...headers, vary: "accept-encoding"}});
  }

  #built(): Promise<ReadonlyMap<string, Asset>> {
    this.#building ??= build().catch(error => {
      this.#building = undefined;
      throw error;
    });
    return this.#building;
  }
}

async function build(): Promise<ReadonlyMap<string, Asset>> {
  const {outputs} = await Bun.build({
    entrypoints: [source("client.ts")],
    target: "browser",
    // In production mode, packages leave out their development code.
    define: {"process.env.NODE_ENV": '"production"'},
    format: "esm",
    minify: true,
    splitting: true,
    naming: {entry: "client.js", chunk: "part-[hash].js"},
  });
  const assets = new Map<string, Asset>();
  for (const output of outputs) {
    assets.set(basename(output.path), assetOf(SCRIPT, new Uint8Array(await output.arrayBuffer())));
  }
  const types = await Bun.file(source("mount/client.d.ts")).bytes();
  return assets.set("client.d.ts", assetOf("text/plain; charset=utf-8", types));
}
