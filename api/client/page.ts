import {explain} from "./explain.ts";

/** Fills the page's `main` with what `open` gives, or with why there is nothing to show. */
export function openPage(name: string, open: () => Promise<readonly Node[]>): void {
  const main = document.querySelector("main")!;
  main.className = name;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const setTheme = () => {
    document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light";
  };
  setTheme();
  dark.addEventListener("change", setTheme);
  open()
    .catch(error => [explain(error)])
    .then(content => {
      main.replaceChildren(...content);
      main.removeAttribute("aria-busy");
    });
}

const RESIZE_MS = 150;

/** Has it drawn again when the page has got another width, or colours. */
export function keepDrawn(draw: () => void): void {
  let width = innerWidth;
  let resized: ReturnType<typeof setTimeout> | undefined;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(resized);
    resized = setTimeout(draw, RESIZE_MS);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

/** Replaces all of the page with why it cannot be shown. */
export function endPage(error: unknown): void {
  document.querySelector("main")!.replaceChildren(explain(error));
}
