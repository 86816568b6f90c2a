import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {notFound} from "../../shared/access.ts";
import type {Config} from "../../shared/config.ts";
import {requestIdOf} from "../http/arrival.ts";
import {problemResponse} from "../http/problem.ts";

interface Asset {
  type: string;
  bytes: Uint8Array;
  gzipped: Uint8Array;
}

interface Client {
  script: string;
  style: string;
  assets: ReadonlyMap<string, Asset>;
}

let building: Promise<Client> | undefined;

/** The page that an embed token's address opens. It contains no customer's data: the token stays in the fragment. */
export async function embedPage({embedFrameAncestors}: Config): Promise<Response> {
  const {script, style} = await client();
  return new Response(page(script, style), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        `base-uri 'none'; form-action 'none'; frame-ancestors ${embedFrameAncestors}`,
    },
  });
}

/** A file of the page. Its name changes with its content, so caches may keep it forever. */
export async function embedClient(name: string, request: Request): Promise<Response> {
  const asset = (await client()).assets.get(name);
  if (!asset) return problemResponse(notFound("file", name), requestIdOf(request));
  const zipped = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  return new Response(new Uint8Array(zipped ? asset.gzipped : asset.bytes), {
    headers: {
      "content-type": asset.type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      ...(zipped ? {"content-encoding": "gzip"} : {}),
    },
  });
}

/** Built once in each process, when the first page is requested. */
function client(): Promise<Client> {
  building ??= build().catch(error => {
    building = undefined;
    throw error;
  });
  return building;
}

async function build(): Promise<Client> {
  const entry = (name: string) => fileURLToPath(new URL(`./client/${name}`, import.meta.url));
  const {outputs} = await Bun.build({
    entrypoints: [entry("main.ts")],
    target: "browser",
    format: "esm",
    minify: true,
  });
  const code = await outputs[0]?.arrayBuffer();
  if (!code) throw new Error("the embedded page's script could not be made");
  const styles = await Bun.file(entry("style.css")).bytes();
  const script = namedAsset("embed", "js", "text/javascript; charset=utf-8", new Uint8Array(code));
  const style = namedAsset("embed", "css", "text/css; charset=utf-8", styles);
  return {script: script[0], style: style[0], assets: new Map([script, style])};
}

function namedAsset(name: string, extension: string, type: string, bytes: Uint8Array): [string, Asset] {
  const hash = Bun.CryptoHasher.hash("sha256", bytes, "hex").slice(0, 16);
  return [`${name}-${hash}.${extension}`, {type, bytes, gzipped: gzipSync(bytes)}];
}

function page(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Analytics</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/embed/${style}">
<script type="module" src="/embed/${script}"></script>
</head>
<body>
<main id="embed" aria-busy="true"><p class="notice" role="status">Loading …</p></main>
<noscript><p class="notice">This page needs scripts.</p></noscript>
</body>
</html>
`;
}
