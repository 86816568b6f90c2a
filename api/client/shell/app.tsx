import {render} from "preact";
import {matchPage} from "../../page-urls/addresses.ts";
import {notice} from "../document/dom.ts";
import {announceSignIn} from "../document/interruptions.ts";
import {Appearance, followScheme} from "./appearance.tsx";
import {PAGES} from "./pages.ts";
import {Router} from "./router.tsx";
import {Search} from "./search.tsx";

/** Fills the document with the page at its address. The service sends the document without any data. */
export function openApp(): void {
  followScheme();
  announceSignIn();
  render(<Search />, document.querySelector("#search")!);
  render(<Appearance />, document.querySelector("#appearance")!);
  closeMenus();
  const main = document.querySelector("main")!;
  const page = PAGES[matchPage(location.pathname)?.page ?? "home"];
  if (page && "alone" in page) {
    page
      .alone()
      .catch(() => main.replaceChildren(notice("This page could not be loaded. Reload it to try again.")));
    return;
  }
  main.replaceChildren();
  main.removeAttribute("aria-busy");
  main.className = "page";
  render(<Router />, main);
}

/** Closes open menus by Escape and by a click elsewhere. */
function closeMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
  addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
  addEventListener("click", event => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false;
  });
}
