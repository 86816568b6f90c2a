import {matchPage} from "../page-urls/addresses.ts";

const PATH = /^\/(?:[\w.%~-]{1,300}(?:\/[\w.%~-]{1,300}){0,4})?$/;
/** The path of a pending authorization, which only the browser in which it began can continue. */
const PENDING = /^\/oauth\/interaction\/[\w-]{1,100}$/;
const SEARCH = /^(?:\?[\w.~%=&+,:*-]{0,4000})?$/;

/** Whether a browser may be redirected to the path after signing in: to the service's own pages alone. */
function isPage(to: string): boolean {
  const at = to.indexOf("?");
  const [path, search] = at < 0 ? [to, ""] : [to.slice(0, at), to.slice(at)];
  if (!PATH.test(path) || !SEARCH.test(search)) return false;
  return path === "/github/setup" || PENDING.test(path) || matchPage(path) !== undefined;
}

/** The path in `/sign-in?to=…`; `undefined` if the path is not on the allowlist. */
export function returnPath({url}: Request): string | undefined {
  const [to, ...more] = new URL(url).searchParams.getAll("to");
  return to !== undefined && more.length === 0 && isPage(to) ? to : undefined;
}

/** The address of the sign-in page, which afterwards redirects to the path `to`. */
export function signInAddress(baseUrl: string, to: string | undefined): string {
  return withReturnPath(`${baseUrl}/sign-in`, to);
}

/** The address with the path `to` as its parameter, if the path is on the allowlist. */
export function withReturnPath(address: string, to: string | undefined): string {
  return to !== undefined && isPage(to) ? `${address}?to=${encodeURIComponent(to)}` : address;
}
