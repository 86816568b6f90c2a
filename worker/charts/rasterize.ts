import {Resvg} from "@resvg/resvg-js";
import {FONT_FILES} from "./fonts.ts";

/** Draws an SVG as PNG, each side `scale` times as long. Text uses only the fonts that come with the service. */
export function rasterize(svg: string, scale: number): Uint8Array {
  const resvg = new Resvg(svg, {
    fitTo: {mode: "zoom", value: scale},
    font: {loadSystemFonts: false, fontFiles: Object.values(FONT_FILES), defaultFontFamily: "DejaVu Sans"},
  });
  return resvg.render().asPng();
}
