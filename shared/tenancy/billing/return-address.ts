import {ServiceError} from "../../ground/errors.ts";

/**
 * The address of this service to which Stripe sends a user back; by default the start page. Addresses outside of the
 * service are refused, because the link would lead people elsewhere under the service's name.
 */
export function ownAddress(baseUrl: string, path: string, given: string | undefined): string {
  if (given === undefined) return `${baseUrl}/`;
  const base = new URL(baseUrl);
  const url = URL.parse(given);
  const root = base.pathname.replace(/\/+$/, "");
  const isUnder = url && (url.pathname === root || url.pathname.startsWith(`${root}/`));
  if (url && url.origin === base.origin && url.origin !== "null" && isUnder && !url.username && !url.password)
    return url.href;
  const message = `The address must be one of this service, under ${baseUrl}/.`;
  throw new ServiceError("invalid_request", message, {errors: [{path, message}]});
}
