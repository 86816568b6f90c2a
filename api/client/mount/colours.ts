import {FONT, type Theme} from "../../../shared/charts/vega/theme.ts";

/** Which colours of a drawing each variable of the look stands for. */
const STANDS_FOR = {
  card: ["background"],
  text: ["title", "text"],
  muted: ["muted"],
  line: ["grid"],
} as const satisfies Readonly<Record<string, readonly (keyof Theme)[]>>;

/** What the look in `root`, which is on the page, changes of the drawing's theme. */
export function coloursOf(root: HTMLElement): Partial<Theme> {
  const style = getComputedStyle(root);
  const said = (name: string) => style.getPropertyValue(`--analytics-${name}`).trim();
  const look: Partial<Theme> = said("font") === "" ? {} : {font: `${said("font")}, ${FONT}`};
  for (const [name, parts] of Object.entries(STANDS_FOR)) {
    const colour = hexOf(said(name));
    if (colour !== undefined) for (const part of parts) look[part] = colour;
  }
  const palette = said("palette")
    .split(/,(?![^(]*\))/)
    .flatMap(colour => hexOf(colour.trim()) ?? []);
  return palette.length > 0 ? {...look, palette} : look;
}

/** Any colour of CSS as `#rrggbb`, as it is seen on white; `undefined` for what is none. */
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
