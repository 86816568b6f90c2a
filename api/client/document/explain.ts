import {Refusal} from "../service/api.ts";
import {element, notice} from "./dom.ts";

/** The message of a page that cannot show its content. */
export function explain(error: unknown): HTMLElement {
  if (!(error instanceof Refusal))
    return notice("This view could not be shown. Reload the page to try again.");
  if (error.status === 404)
    return notice("What was shown here is no longer there, or no longer shared with you.");
  if (error.status !== 401) return notice(error.message);
  const text = notice("You are signed out. ");
  const back = `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
  text.append(element("a", {href: back}, "Sign in again"));
  return text;
}
