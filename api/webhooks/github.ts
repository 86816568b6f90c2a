import {createHash, createHmac, timingSafeEqual} from "node:crypto";
import {Elysia} from "elysia";
import {ServiceError} from "../../shared/core/errors.ts";
import type {GithubConfig} from "../../shared/core/process/github-config.ts";
import {
  type DeliveryBody,
  isDeliveryBody,
  type Reception,
  receiveDelivery,
} from "../../shared/modeling/github/receive-webhook.ts";
import type {Web} from "../dependencies.ts";
import {readUnverified} from "../http/body.ts";
import {describeWebhook} from "../openapi/webhook-docs.ts";
import {handleRequest} from "../server/handle-request.ts";

const PATH = "/api/webhooks/github";
/** The largest payload that GitHub sends. */
const LIMIT_BYTES = 25 * 1024 * 1024;
const DELIVERY_ID = /^[\w-]{1,100}$/;
const EVENT = /^[a-z_]{1,100}$/;
const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

const description = describeWebhook({
  tag: "Git",
  summary: "Receive an event of GitHub",
  description:
    "Only for GitHub. The signature in `X-Hub-Signature-256` is checked over the bytes of the body: 401 if the signature does not fit. An event only starts a job that fetches the current state, so order and repetition do not matter. 403 for a delivery to another App, 404 where no App is configured, 413 beyond 25 MB. Events that change nothing here are answered with 202, too.",
  body: "The payload of a webhook.",
  example: {
    ref: "refs/heads/main",
    after: "9d7f3a0c1b2e4d5f60718293a4b5c6d7e8f90123",
    repository: {id: 1296269, full_name: "acme/shop"},
    installation: {id: 48213377},
  },
  status: 202,
  taken: "The event is stored, was received before, or changes nothing here.",
  errors: ["unauthenticated", "missing_privilege"],
});

/**
 * Takes GitHub's events. Answers 202 once the delivery and its job are committed, and 404 where no GitHub App is
 * configured.
 */
export function githubWebhookRoutes(web: Web) {
  return new Elysia().post(
    PATH,
    ({request, server, route}) =>
      handleRequest(web, {request, server, route}, async ({requestId}) => {
        const {config, db, log, metrics} = web;
        if (!config.github) throw new ServiceError("not_found", `There is nothing at ${PATH}.`);
        // A request without a valid signature header, or for another App, is refused before its body is read.
        const {id, event, signature} = readHeaders(config.github, request.headers);
        const sent = await readUnverified(request, LIMIT_BYTES);
        if (!isSigned(config.github, sent.parts, signature)) {
          sent.free();
          throw unsigned();
        }
        const bytes = sent.whole();
        const body = readBody(config.github, bytes);
        const bodyHash = createHash("sha256").update(bytes).digest();
        const reception: Reception = await receiveDelivery(db, {id, event, bodyHash, body});
        metrics.githubDeliveries.inc({reception});
        log.debug({deliveryId: id, event, reception, requestId}, "a delivery of GitHub");
        return Response.json({received: true}, {status: 202});
      }),
    {parse: "none", ...description},
  );
}

interface DeliveryHeaders {
  id: string;
  event: string;
  /** The bytes of the HMAC. */
  signature: Buffer;
}

/**
 * Reads the headers, which the signature does not cover. Throws `unauthenticated` (401), `missing_privilege` (403) or
 * `malformed_request` (400), in this order.
 */
function readHeaders(github: GithubConfig, headers: Headers): DeliveryHeaders {
  const [, signature] = SIGNATURE.exec(headers.get("x-hub-signature-256") ?? "") ?? [];
  if (signature === undefined) throw unsigned();
  if (
    headers.get("x-github-hook-installation-target-type") !== "integration" ||
    headers.get("x-github-hook-installation-target-id") !== String(github.appId)
  )
    throw otherApp();
  const id = headerOf(headers, "x-github-delivery", DELIVERY_ID);
  const event = headerOf(headers, "x-github-event", EVENT);
  headerOf(headers, "content-type", /^application\/json\s*(;|$)/i);
  return {id, event, signature: Buffer.from(signature, "hex")};
}

/**
 * Parses a body whose signature was checked. Throws `unauthenticated`, `missing_privilege` or `malformed_json` (400).
 */
function readBody(github: GithubConfig, bytes: Uint8Array): DeliveryBody {
  const text = decodeUtf8(bytes);
  if (!text) throw unsigned();
  const body = parse(text);
  const {installation} = body;
  if (installation?.app_id !== undefined && installation.app_id !== github.appId) throw otherApp();
  return body;
}

/**
 * Decodes UTF-8; `undefined` for other bytes, which GitHub never sends. A byte order mark is preserved, because the
 * signature covers it.
 */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Whether one of the secrets has signed the body. The hash reads the parts of the body without joining them. */
function isSigned({webhookSecrets}: GithubConfig, parts: readonly Uint8Array[], signature: Buffer): boolean {
  return webhookSecrets.some(secret => {
    const hmac = createHmac("sha256", secret);
    for (const part of parts) hmac.update(part);
    return timingSafeEqual(hmac.digest(), signature);
  });
}

function parse(text: string): DeliveryBody {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ServiceError("malformed_json", "The body is not JSON.", {cause: error});
  }
  if (isDeliveryBody(body)) return body;
  throw new ServiceError("malformed_json", "The body is not an event of GitHub.");
}

function headerOf(headers: Headers, name: string, pattern: RegExp): string {
  const value = headers.get(name) ?? "";
  if (pattern.test(value)) return value;
  throw new ServiceError("malformed_request", `The header ${name} is missing or malformed.`);
}

function otherApp(): ServiceError {
  return new ServiceError("missing_privilege", "The delivery is for another App, or not for an App.");
}

function unsigned(): ServiceError {
  return new ServiceError("unauthenticated", "The signature in X-Hub-Signature-256 does not match the body.");
}
