import {element} from "./dom.ts";

// The messages of a page that is interrupted, because the service cannot be reached or the person is signed out.

let away: HTMLElement | undefined;
let calls = 0;

/** Shows at the bottom of the page that the service cannot be reached, until the returned function is called. */
export function showServiceAway(): () => void {
  calls++;
  if (!away) {
    away = element("p", {class: "interrupted", role: "status"});
    // A popover is in the top layer, over an open dialog.
    away.popover = "manual";
    document.body.append(away);
    away.showPopover();
    away.textContent = "The service cannot be reached. Trying again … Nothing on this page is lost.";
  }
  return () => {
    if (--calls > 0) return;
    away?.remove();
    away = undefined;
  };
}

const CHANNEL = "session";

/** Tells this browser's other documents that somebody is signed in. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("signed in");
  channel.close();
}

let asking: Promise<boolean> | undefined;

/**
 * Covers the page, and asks the person to sign in in another tab. Resolves with true once `isBack` resolves with true,
 * with false when the person declines. Interrupted calls share one dialog.
 */
export function askToSignIn(isBack: () => Promise<boolean>): Promise<boolean> {
  asking ??= showDialog(isBack).finally(() => {
    asking = undefined;
  });
  return asking;
}

function showDialog(isBack: () => Promise<boolean>): Promise<boolean> {
  const {promise, resolve} = Promise.withResolvers<boolean>();
  const over = new AbortController();
  const state = element("p", {role: "status"});
  const signIn = element("a", {class: "button act", href: "/sign-in?to=%2F", target: "_blank"}, "Sign in");
  const goOn = element("button", {class: "button", type: "button"}, "Continue");
  const leave = element("button", {class: "button", type: "button"}, "Not now");
  const dialog = element(
    "dialog",
    {class: "signed-out", "aria-labelledby": "signed-out"},
    element(
      "div",
      {class: "dialog"},
      element("h2", {id: "signed-out"}, "You are signed out"),
      element(
        "p",
        {},
        "Sign in in another tab. This page then continues where it was. Nothing on it is lost.",
      ),
      state,
      element("div", {class: "buttons"}, signIn, goOn, leave),
    ),
  );
  const end = (isSignedIn: boolean) => {
    over.abort();
    dialog.close();
    dialog.remove();
    resolve(isSignedIn);
  };
  const look = async (isAsked: boolean) => {
    if (await isBack()) end(true);
    else if (isAsked) state.textContent = "You are not signed in yet, or somebody else has signed in.";
  };
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", () => void look(false));
  over.signal.addEventListener("abort", () => channel.close());
  goOn.addEventListener("click", () => void look(true));
  leave.addEventListener("click", () => end(false));
  dialog.addEventListener("cancel", event => {
    event.preventDefault();
    end(false);
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}
