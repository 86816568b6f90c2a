import {Resvg} from "@resvg/resvg-js";
import {type FallbackFont, FONT_FILES} from "./fonts.ts";

/**
 * Draws an SVG as PNG, each side `scale` times as long. Text uses only the fonts that come with the service, and these
 * others where they lack a character.
 */
export function rasterize(svg: string, scale: number, others: readonly FallbackFont[] = []): Uint8Array {
  const resvg = new Resvg(svg, {
    fitTo: {mode: "zoom", value: scale},
    font: {
      loadSystemFonts: false,
      fontFiles: [...Object.values(FONT_FILES), ...others.map(({file}) => file)],
      defaultFontFamily: "DejaVu Sans",
    },
  });
  return resvg.render().asPng();
}
