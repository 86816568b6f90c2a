import type {Config} from "../../shared/core/config.ts";

const METHODS = "GET, POST";
const HEADERS = "authorization, content-type";
/** Response headers that scripts of other origins may read, beside the safelisted ones. */
const EXPOSED = "retry-after, x-request-id";
/** The URLs that embed tokens open, as the runtime normalizes them. */
const EMBEDDED = /^https?:\/\/[^/?#]*\/(api\/)?embed\//;
const PREFLIGHT_SECONDS = 7200;
const DEFAULT_PORTS: Readonly<Record<string, string>> = {"http:": "80", "https:": "443"};

/**
 * Sets CORS headers (Fetch standard, §3.3), so that scripts of the pages that may frame an embedded chart
 * (`EMBED_FRAME_ANCESTORS`) can also call `/embed/` and `/api/embed/`. Credentials are not allowed: these calls are
 * authenticated by a token, not by a cookie.
 */
export function setEmbedCors(
  config: Pick<Config, "embedFrameAncestors" | "baseUrl">,
  request: Request,
  headers: Headers,
): void {
  if (!EMBEDDED.test(request.url)) return;
  const allowsAll = config.embedFrameAncestors.split(/\s+/).includes("*");
  if (!allowsAll) headers.append("vary", "origin");
  const origin = request.headers.get("origin");
  if (origin === null || !(allowsAll || isAllowed(config, origin))) return;
  headers.set("access-control-allow-origin", allowsAll ? "*" : origin);
  if (request.method === "OPTIONS" && request.headers.has("access-control-request-method")) {
    headers.set("access-control-allow-methods", METHODS);
    headers.set("access-control-allow-headers", HEADERS);
    headers.set("access-control-max-age", String(PREFLIGHT_SECONDS));
  } else {
    headers.set("access-control-expose-headers", EXPOSED);
  }
}

/** Whether one of the sources matches the origin, as https://www.w3.org/TR/CSP3/#match-url-to-source-expression says. */
function isAllowed(
  {embedFrameAncestors, baseUrl}: Pick<Config, "embedFrameAncestors" | "baseUrl">,
  origin: string,
): boolean {
  const asking = URL.parse(origin);
  // Browsers send normalized origins; any other text is not from a browser.
  if (asking?.origin !== origin) return false;
  return embedFrameAncestors
    .split(/\s+/)
    .some(source => (source === "'self'" ? new URL(baseUrl).origin === origin : matches(source, asking)));
}

function matches(source: string, asking: URL): boolean {
  const [, scheme, host, port] = /^(https?):(?:\/\/([^:]+)(?::(\d+|\*))?)?$/i.exec(source) ?? [];
  if (scheme === undefined) return false;
  const upgraded = scheme.toLowerCase() === "http" && asking.protocol === "https:";
  if (`${scheme.toLowerCase()}:` !== asking.protocol && !upgraded) return false;
  if (host === undefined) return true;
  const pattern = host.toLowerCase();
  const isHost = pattern.startsWith("*.")
    ? asking.hostname.endsWith(pattern.slice(1))
    : asking.hostname === pattern;
  if (!isHost || port === "*") return isHost;
  const given = asking.port || DEFAULT_PORTS[asking.protocol];
  const needed = port ?? DEFAULT_PORTS[`${scheme.toLowerCase()}:`];
  return given === needed || (upgraded && needed === "80" && given === "443");
}
