/** The pages that a browser may be sent back to when its user has signed in. Nothing else is a way back. */
const PAGE =
  /^\/(?:(?:dashboards|charts|sheets)\/\w{1,64}|explore\/[\w%-]{1,300}|github\/setup)?(?:\?[\w.~%=&+,:*-]{0,4000})?$/;

/** The page that `/sign-in?to=…` leads back to; `undefined` where it names none of this service. */
export function returnPath({url}: Request): string | undefined {
  const [to, ...more] = new URL(url).searchParams.getAll("to");
  return to !== undefined && more.length === 0 && PAGE.test(to) ? to : undefined;
}

/** The address of the sign-in page, which leads back to this page of the service. */
export function signInAddress(baseUrl: string, to: string | undefined): string {
  return to !== undefined && PAGE.test(to)
    ? `${baseUrl}/sign-in?to=${encodeURIComponent(to)}`
    : `${baseUrl}/sign-in`;
}
