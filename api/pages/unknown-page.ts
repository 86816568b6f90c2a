import {html} from "../oauth/html.ts";
import {documentOf} from "../oauth/pages/page.ts";
import {pageResponse, seeOther} from "../oauth/respond.ts";
import {SYNONYMS} from "../page-urls/synonyms.ts";

/** Prefixes of the paths that programs call. */
const PROGRAM_PATHS = /^\/(api|mcp|oauth|webhooks|client|\.well-known)(\/|$)/;

/**
 * The answer to a browser that opens an address without a page: a redirect if the address is a synonym of a page's
 * address, else a 404 page. Returns `undefined` for programs, which get a problem document.
 */
export function unknownPageFor({method, headers, url}: Request, requestId: string): Response | undefined {
  const isBrowser = method === "GET" && (headers.get("accept") ?? "").startsWith("text/html");
  const {pathname} = new URL(url);
  if (!isBrowser || PROGRAM_PATHS.test(pathname)) return undefined;
  const meant = SYNONYMS.get(pathname);
  if (meant !== undefined) return seeOther(meant);
  const text = documentOf({
    title: "Not found",
    main: html`<h1>There is no such page</h1>
<p role="status">The address may be mistyped, or the page may have moved.</p>
<p><a href="/">See what you can open</a></p>`,
  });
  return pageResponse(text, {status: 404, headers: {"x-request-id": requestId}});
}
