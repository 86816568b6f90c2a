export interface Theme {
  background: string;
  /** The background behind the tiles of a dashboard. */
  page: string;
  title: string;
  text: string;
  muted: string;
  grid: string;
  axis: string;
  /** The background of tracks, table heads and empty cells. */
  shade: string;
  palette: readonly string[];
  /** Colour ramp from low to high values. */
  ramp: readonly string[];
  other: string;
  font: string;
}

export const FONT = "DejaVu Sans, Verdana, sans-serif";

const PALETTE = [
  "#3f72d8",
  "#f08c3a",
  "#2ba58e",
  "#d9506a",
  "#8a68d0",
  "#d6ab28",
  "#4fb3dc",
  "#7f9440",
  "#d67db0",
  "#96715c",
];

const LIGHT: Theme = {
  background: "#ffffff",
  page: "#f4f6f9",
  title: "#1a2230",
  text: "#354052",
  muted: "#667085",
  grid: "#e8ebf0",
  axis: "#c4cad4",
  shade: "#f3f5f8",
  palette: PALETTE,
  ramp: ["#e4edfb", "#b3cdf3", "#7aa7e8", "#3f72d8", "#1f3f8f"],
  other: "#a3abb8",
  font: FONT,
};

const DARK: Theme = {
  background: "#171c24",
  page: "#0e1218",
  title: "#eef2f7",
  text: "#c9d2de",
  muted: "#929dad",
  grid: "#2a323d",
  axis: "#475261",
  shade: "#202732",
  palette: ["#6093ee", ...PALETTE.slice(1)],
  ramp: ["#1f2b40", "#27477f", "#3c6cc4", "#7aa7f0", "#cfe0ff"],
  other: "#768192",
  font: FONT,
};

export function themeOf(name: "light" | "dark"): Theme {
  return name === "dark" ? DARK : LIGHT;
}

/** Black or white, whichever is easier to read on the colour. */
export function inkOn(colour: string): string {
  const [red, green, blue] = channels(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#1a2230" : "#ffffff";
}

/** The colour at `share` (0 to 1) of a ramp. */
export function rampColour(ramp: readonly string[], share: number): string {
  const position = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const low = Math.min(Math.floor(position), ramp.length - 2);
  const from = channels(ramp[low] ?? "#000000");
  const to = channels(ramp[low + 1] ?? "#000000");
  const mixed = from.map((channel, i) => Math.round(channel + ((to[i] ?? 0) - channel) * (position - low)));
  return `#${mixed.map(channel => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channels(colour: string): [number, number, number] {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map(digit => digit + digit).join("") : colour.slice(1);
  const at = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16) || 0;
  return [at(0), at(2), at(4)];
}
