import type {Look, Theme} from "./client.d.ts";

const VARIABLES = ["font", "page", "card", "line", "text", "muted", "accent"] as const;

/** The parts of a theme as objects; a bare mode stands for itself. */
export function lookOf(theme: Theme = "auto"): Look {
  return typeof theme === "string" ? {mode: theme} : theme;
}

/** Sets what the script says of the look, before what the page's own style sheets say in `--analytics-…`. */
export function applyLook(root: HTMLElement, {mode = "auto", palette, ...look}: Look, isDark: boolean): void {
  root.dataset["theme"] = mode === "auto" ? (isDark ? "dark" : "light") : mode;
  for (const name of VARIABLES) setOrRemove(root, `--analytics-${name}`, look[name]);
  setOrRemove(root, "--analytics-palette", palette?.join(", "));
}

function setOrRemove({style}: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined || value === "") style.removeProperty(name);
  else style.setProperty(name, value);
}
