import {ServiceError} from "../../shared/core/errors.ts";

/**
 * The top-level fields that change although nobody changes the resource: with its runs, with its use, and with the
 * service's configuration and the layers that it reads.
 */
const OBSERVED_FIELDS: ReadonlySet<string> = new Set([
  ...["nextRun", "lastRun", "lastDelivery", "lastUsedAt"],
  ...["groundedModels", "warning", "warnings"],
  ...["used", "reserved", "resetsAt", "plan"],
]);
/** The further observed fields of a project whose layer comes from a repository: a sync changes them. */
const SYNCED_FIELDS: ReadonlySet<string> = new Set(["layerVersion", "updatedAt"]);
/** The observed fields within the `git` of such a project. */
const SYNCED_GIT_FIELDS: ReadonlySet<string> = new Set(["status", "commit", "lastSync"]);
/** The further observed fields of a verified question: a change of the layer may break the question. */
const VERIFIED_FIELDS: ReadonlySet<string> = new Set(["status", "message"]);

/**
 * A strong validator of the resource as the caller sees it: the same JSON has the same tag (RFC 9110 §8.8.3). If the
 * resource has observed fields, the tag has a second part, after a dot, which does not depend on them.
 */
function etagOf(resource: unknown): string {
  const definition = definitionOf(resource);
  const second = definition === undefined ? "" : `.${hashOf(definition)}`;
  return `"${hashOf(resource)}${second}"`;
}

/** The resource without its observed fields; `undefined` if it has none. */
function definitionOf(resource: unknown): unknown {
  const fields: Record<string, unknown> = {...(resource ?? {})};
  const {git} = fields;
  const isSynced = "layerVersion" in fields && typeof git === "object" && git !== null;
  const isObserved = (name: string) =>
    OBSERVED_FIELDS.has(name) ||
    (isSynced && SYNCED_FIELDS.has(name)) ||
    ("verifiedAt" in fields && VERIFIED_FIELDS.has(name));
  const defined = without(fields, isObserved);
  if (isSynced) defined["git"] = without({...git}, name => SYNCED_GIT_FIELDS.has(name));
  return isSynced || Object.keys(defined).length < Object.keys(fields).length ? defined : undefined;
}

function without(fields: Record<string, unknown>, isLeftOut: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isLeftOut(name)));
}

function hashOf(value: unknown): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(value), "base64url").slice(0, 27);
}

/** The part of a tag that only a change of the resource changes. */
const versionIn = (etag: string) => etag.replace(/^"[^".]*\./, '"');

interface Exchange {
  request: Request;
  headers: Headers;
}

/** Sets the `ETag` and returns the resource, or a 304 where the `If-None-Match` of a read names the tag. */
export function withEtag<T>({request, headers}: Exchange, resource: T): T | Response {
  const etag = etagOf(resource);
  headers.set("etag", etag);
  const known = request.headers.get("if-none-match");
  const reads = request.method === "GET" || request.method === "HEAD";
  return reads && known !== null && names(known.replaceAll("W/", ""), etag)
    ? new Response(null, {status: 304})
    : resource;
}

/**
 * The check of `If-Match`, to be called in the transaction of a change with the locked resource as the caller would
 * read it now. Throws `precondition_failed` when somebody has changed the resource since the caller read it. A run
 * that has begun or ended since is no change, and neither is a sync.
 */
export function ifMatch(request: Request): (current: unknown) => void {
  const expected = request.headers.get("if-match");
  return current => {
    if (expected === null || names(expected, etagOf(current), versionIn)) return;
    throw new ServiceError(
      "precondition_failed",
      "The resource has changed since you read it. Read it again, and repeat the change if it still applies.",
    );
  };
}

function names(header: string, etag: string, compared = (tag: string) => tag): boolean {
  return header.split(",").some(part => part.trim() === "*" || compared(part.trim()) === compared(etag));
}
