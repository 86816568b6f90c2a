import {dirname, join} from "node:path";
import {Resvg} from "@resvg/resvg-js";

const folder = join(dirname(Bun.fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/package.json"))), "ttf");
const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map(name => join(folder, name));

/** Draws an SVG as PNG, each side `scale` times as long. Text uses only the fonts that come with the service. */
export function rasterize(svg: string, scale: number): Uint8Array {
  const resvg = new Resvg(svg, {
    fitTo: {mode: "zoom", value: scale},
    font: {loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "DejaVu Sans"},
  });
  return resvg.render().asPng();
}
