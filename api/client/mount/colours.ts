import {FONT, type Theme} from "../../../shared/content/charts/vega/theme.ts";

/** The theme's colours that each CSS variable of the look sets. */
const THEME_KEYS = {
  card: ["background"],
  text: ["title", "text"],
  muted: ["muted"],
  line: ["grid"],
} as const satisfies Readonly<Record<string, readonly (keyof Theme)[]>>;

/** The parts of the drawing's theme that the CSS variables of `root` set. `root` must be on the page. */
export function coloursOf(root: HTMLElement): Partial<Theme> {
  const style = getComputedStyle(root);
  const variable = (name: string) => style.getPropertyValue(`--analytics-${name}`).trim();
  const look: Partial<Theme> = variable("font") === "" ? {} : {font: `${variable("font")}, ${FONT}`};
  for (const [name, parts] of Object.entries(THEME_KEYS)) {
    const colour = hexOf(variable(name));
    if (colour !== undefined) for (const part of parts) look[part] = colour;
  }
  const palette = variable("palette")
    .split(/,(?![^(]*\))/)
    .flatMap(colour => hexOf(colour.trim()) ?? []);
  return palette.length > 0 ? {...look, palette} : look;
}

/** Any CSS colour as `#rrggbb`, blended onto white; `undefined` for a text that is no colour. */
function hexOf(colour: string): string | undefined {
  if (colour === "" || !CSS.supports("color", colour)) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const brush = canvas.getContext("2d");
  if (!brush) return undefined;
  for (const paint of ["#ffffff", colour]) {
    brush.fillStyle = paint;
    brush.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map(channel => channel.toString(16).padStart(2, "0")).join("")}`;
}
