import {explain} from "./explain.ts";

/** Fills the page's `main` with the nodes of `open`, or with the message of its error. */
export function openPage(name: string, open: () => Promise<readonly Node[]>): void {
  const main = document.querySelector("main")!;
  main.className = name;
  open()
    .catch(error => [explain(error)])
    .then(content => {
      main.replaceChildren(...content);
      main.removeAttribute("aria-busy");
    });
}

const RESIZE_MS = 150;

/** Calls `draw` again when the page's width or colour scheme has changed. */
export function redrawOnChange(draw: () => void): void {
  let width = innerWidth;
  let resized: ReturnType<typeof setTimeout> | undefined;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(resized);
    resized = setTimeout(draw, RESIZE_MS);
  });
  onSchemeChange(draw);
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Calls `draw` when the system's colour scheme has changed. Returns the function that removes the listener. */
export function onSchemeChange(draw: () => void): () => void {
  dark.addEventListener("change", draw);
  return () => dark.removeEventListener("change", draw);
}

/** Replaces the whole page by the message of the error. */
export function endPage(error: unknown): void {
  document.querySelector("main")!.replaceChildren(explain(error));
}
