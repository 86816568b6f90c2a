import type {Look, Theme} from "./client.d.ts";

const VARIABLES = ["font", "page", "card", "line", "text", "muted", "accent"] as const;

/** The theme as an object: `"dark"` is short for `{mode: "dark"}`. */
export function lookOf(theme: Theme = "auto"): Look {
  return typeof theme === "string" ? {mode: theme} : theme;
}

/** Sets the script's look as inline `--analytics-…` variables, which override those of the page's style sheets. */
export function applyLook(root: HTMLElement, {mode = "auto", palette, ...look}: Look, isDark: boolean): void {
  root.dataset["theme"] = mode === "auto" ? (isDark ? "dark" : "light") : mode;
  for (const name of VARIABLES) setOrRemove(root, `--analytics-${name}`, look[name]);
  setOrRemove(root, "--analytics-palette", palette?.join(", "));
}

function setOrRemove({style}: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined || value === "") style.removeProperty(name);
  else style.setProperty(name, value);
}
