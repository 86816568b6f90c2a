import {Refusal} from "../service/api.ts";
import {isRetryable} from "../service/is-retryable.ts";
import {element} from "./dom.ts";

/** The element in place of a page that cannot show its content: the reason, and a remedy. */
export function explain(error: unknown): HTMLElement {
  const [message, remedy] = reasonOf(error);
  return element(
    "div",
    {class: "notice unshown"},
    element("h1", {}, "This page could not be shown"),
    element("p", {role: "status"}, message),
    ...(remedy ? [remedy] : []),
  );
}

function reasonOf(error: unknown): [message: string, remedy?: HTMLElement | undefined] {
  if (!(error instanceof Refusal)) return ["Something in the page has failed.", retry()];
  if (error.status === 404) return ["This content no longer exists, or is no longer shared with you."];
  if (error.status !== 401) return [error.message, isRetryable(error) ? retry() : undefined];
  const back = `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
  return ["You are signed out.", element("a", {href: back}, "Sign in again")];
}

function retry(): HTMLElement {
  const button = element("button", {type: "button", class: "button"}, "Try again");
  button.addEventListener("click", () => location.reload());
  return button;
}
