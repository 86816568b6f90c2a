/** The only paths that a browser is redirected to after signing in: an allowlist against open redirects. */
const PAGE =
  /^\/(?:(?:dashboards|charts|sheets)\/\w{1,64}|explore\/[\w%-]{1,300}|github\/setup)?(?:\?[\w.~%=&+,:*-]{0,4000})?$/;

/** The path in `/sign-in?to=…`; `undefined` where it is not on the allowlist. */
export function returnPath({url}: Request): string | undefined {
  const [to, ...more] = new URL(url).searchParams.getAll("to");
  return to !== undefined && more.length === 0 && PAGE.test(to) ? to : undefined;
}

/** The address of the sign-in page, which afterwards redirects to the path `to`. */
export function signInAddress(baseUrl: string, to: string | undefined): string {
  return to !== undefined && PAGE.test(to)
    ? `${baseUrl}/sign-in?to=${encodeURIComponent(to)}`
    : `${baseUrl}/sign-in`;
}
