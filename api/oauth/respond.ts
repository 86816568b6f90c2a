import {ServiceError} from "../../shared/errors.ts";
import {requestIdOf} from "../arrival.ts";
import {readBytes} from "../body.ts";
import {requestSeconds} from "../metrics.ts";
import type {Web} from "../web.ts";
import {errorPage} from "./pages/messages.ts";
import {pageHeaders} from "./pages/page.ts";

const LARGEST_FORM_BYTES = 32 * 1024;
const UTF8 = new TextDecoder("utf-8", {fatal: true});

/** Text of a request's body; `payload_too_large` past 32 KB, `invalid_request` where it is not UTF-8. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, LARGEST_FORM_BYTES);
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new ServiceError("invalid_request", "The body is not UTF-8.", {cause: error});
  }
}

/** The fields of a form that was sent as such; `unsupported_media_type` for anything else. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new ServiceError("unsupported_media_type", "The body must be application/x-www-form-urlencoded.");
  }
  const form = new URLSearchParams(await readText(request));
  refuseNul(form);
  return form;
}

/** `invalid_request` for U+0000, which cannot be stored or compared. */
export function refuseNul(fields: URLSearchParams): void {
  for (const [name, value] of fields) {
    if (name.includes("\0") || value.includes("\0")) {
      throw new ServiceError("invalid_request", "Text cannot hold U+0000.");
    }
  }
}

interface PageOptions {
  status?: number;
  cookies?: readonly string[];
  formAction?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A page as an answer. */
export function pageResponse(
  text: string,
  {status = 200, cookies = [], formAction, headers}: PageOptions = {},
): Response {
  const response = new Response(text, {status, headers: {...headers, ...pageHeaders(formAction)}});
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Sends the browser on with GET. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const response = new Response(null, {
    status: 303,
    headers: {location, "cache-control": "no-store", "referrer-policy": "same-origin"},
  });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/**
 * Runs what answers with a page; what is thrown becomes one too. Of the address only the path is logged: the rest can
 * hold a secret.
 */
export async function answerPage(
  web: Web,
  request: Request,
  answer: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = requestIdOf(request);
  const elsewhere = otherName(web.config.baseUrl, request);
  const response = await (elsewhere ? Promise.resolve(elsewhere) : answer(requestId)).catch(
    (error: unknown) => {
      if (error instanceof ServiceError) return faultPage(error);
      const {pathname} = new URL(request.url);
      web.log.error({err: error, requestId, method: request.method, path: pathname}, "a page failed");
      return pageResponse(errorPage(`Something went wrong on our side. Its number is ${requestId}.`), {
        status: 500,
      });
    },
  );
  response.headers.set("x-request-id", requestId);
  measure(request, response, startedAt);
  return response;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** This machine has several names, and cookies have one: a page that is opened under another moves to BASE_URL's. */
function otherName(baseUrl: string, request: Request): Response | undefined {
  const base = new URL(baseUrl);
  const {hostname, port, pathname, search} = new URL(request.url);
  const isOther =
    request.method === "GET" &&
    hostname !== base.hostname &&
    port === base.port &&
    LOOPBACK.test(hostname) &&
    LOOPBACK.test(base.hostname);
  return isOther ? seeOther(`${baseUrl}${pathname}${search}`) : undefined;
}

/** Under its first two steps, which are few: what follows is an id. */
function measure(request: Request, {status}: Response, startedAt: number): void {
  const route = new URL(request.url).pathname.split("/").slice(0, 3).join("/");
  requestSeconds(route, request.method, String(status)).observe((performance.now() - startedAt) / 1000);
}

function faultPage(fault: ServiceError): Response {
  const headers = fault.details.headers ?? {};
  return pageResponse(errorPage(fault.message), {status: fault.status, headers});
}

/** Runs what answers a program with OAuth's own errors (RFC 6749 §5.2). */
export async function answerProgram(
  web: Web,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = requestIdOf(request);
  const response = await answer().catch((error: unknown) => {
    if (error instanceof ServiceError) {
      const code = error.code === "rate_limited" ? "temporarily_unavailable" : "invalid_request";
      // Clients know what is wrong with a request by 400 (RFC 6749 §5.2).
      const status = error.code === "invalid_request" ? 400 : error.status;
      return oauthError(status, code, error.message, error.details.headers);
    }
    const {pathname} = new URL(request.url);
    web.log.error({err: error, requestId, method: request.method, path: pathname}, "an OAuth request failed");
    return oauthError(500, "server_error", "Something went wrong on our side.");
  });
  response.headers.set("x-request-id", requestId);
  measure(request, response, startedAt);
  return response;
}

export function oauthError(
  status: number,
  error: string,
  error_description: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    {error, error_description},
    {status, headers: {...headers, "cache-control": "no-store"}},
  );
}
