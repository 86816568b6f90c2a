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

/** Replaces all of the page with why it cannot go on. */
export function endPage(error: unknown): void {
  document.querySelector("main")!.replaceChildren(explain(error));
}
