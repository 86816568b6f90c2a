import type {Context} from "elysia";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import type {Web} from "../dependencies.ts";
import {readUnverified} from "../http/body.ts";
import {handleRequest} from "../server/handle-request.ts";
import {errorPage} from "./pages/messages.ts";
import {pageHeaders} from "./pages/page.ts";

const MAX_FORM_BYTES = 32 * 1024;
const UTF8 = new TextDecoder("utf-8", {fatal: true});

/** The text of a request's body. Throws `payload_too_large` past 32 KB, `invalid_request` where it is not UTF-8. */
export async function readText(request: Request): Promise<string> {
  const bytes = (await readUnverified(request, MAX_FORM_BYTES)).whole();
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new ServiceError("invalid_request", "The body is not UTF-8.", {cause: error});
  }
}

/** The fields of a submitted form. Throws `unsupported_media_type` for any other body. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new ServiceError("unsupported_media_type", "The body must be application/x-www-form-urlencoded.");
  }
  const form = new URLSearchParams(await readText(request));
  refuseNul(form);
  return form;
}

/** Like `readForm`, for a form that mail programs may also send as multipart/form-data (RFC 8058 §3.2). Files are left out. */
export async function readAnyForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) return readForm(request);
  const bytes = new Uint8Array((await readUnverified(request, MAX_FORM_BYTES)).whole());
  const form = new URLSearchParams();
  try {
    const parts = await new Response(bytes, {headers: {"content-type": type}}).formData();
    parts.forEach((value, name) => {
      if (typeof value === "string") form.append(name, value);
    });
  } catch (error) {
    throw new ServiceError("invalid_request", "The form cannot be read.", {cause: error});
  }
  refuseNul(form);
  return form;
}

/** Throws `invalid_request` for U+0000, which Postgres can neither store nor compare. */
export function refuseNul(fields: URLSearchParams): void {
  for (const [name, value] of fields) {
    if (name.includes("\0") || value.includes("\0")) {
      throw new ServiceError("invalid_request", "Text cannot contain U+0000.");
    }
  }
}

interface PageOptions {
  status?: number;
  cookies?: readonly string[];
  formAction?: string;
  headers?: Readonly<Record<string, string>>;
}

/** An answer with an HTML page. */
export function pageResponse(
  text: string,
  {status = 200, cookies = [], formAction, headers}: PageOptions = {},
): Response {
  const response = new Response(text, {status, headers: {...headers, ...pageHeaders(formAction)}});
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** A redirect that the browser follows with GET. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const response = new Response(null, {
    status: 303,
    headers: {location, "cache-control": "no-store", "referrer-policy": "same-origin"},
  });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

type Asked = Pick<Context, "request" | "server" | "route">;

/** Runs a handler that answers with a page; an error becomes a page too. */
export function answerPage(
  web: Web,
  {request, server, route}: Asked,
  answer: (requestId: string) => Promise<Response>,
): Promise<Response> {
  return handleRequest(
    web,
    {request, server, route},
    async ({requestId}) => redirectToBaseHost(web.config.baseUrl, request) ?? answer(requestId),
    (error, {requestId}) => faultPage(error, requestId),
  );
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * When a page is opened under another name of this machine, redirects to BASE_URL's host, because cookies belong to one
 * host.
 */
function redirectToBaseHost(baseUrl: string, request: Request): Response | undefined {
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

function faultPage(error: unknown, requestId: string): Response {
  if (!(error instanceof ServiceError)) {
    const text = errorPage(`Something went wrong on our side. The request's number is ${requestId}.`);
    return pageResponse(text, {status: 500});
  }
  const headers = error.details.headers ?? {};
  return pageResponse(errorPage(error.message), {status: statusOf(error), headers});
}

/** Runs a handler for programs; an error becomes an OAuth error response (RFC 6749 §5.2). */
export function answerProgram(
  web: Web,
  {request, server, route}: Asked,
  answer: () => Promise<Response>,
): Promise<Response> {
  return handleRequest(web, {request, server, route}, answer, asOAuthError);
}

function asOAuthError(error: unknown): Response {
  if (!(error instanceof ServiceError))
    return oauthError(500, "server_error", "Something went wrong on our side.");
  const isForNow = error.code === "rate_limited" || statusOf(error) === 503;
  const code = isForNow ? "temporarily_unavailable" : "invalid_request";
  // Clients expect 400 for an invalid request (RFC 6749 §5.2).
  const status = error.code === "invalid_request" ? 400 : statusOf(error);
  return oauthError(status, code, error.message, error.details.headers);
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
