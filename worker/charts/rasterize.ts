import {Resvg} from "@resvg/resvg-js";
import {type FallbackFont, FONT_FILES} from "./fonts.ts";

/**
 * Draws an SVG as PNG, each side `scale` times as long. Text uses the font that comes with the service, and the
 * fallback fonts for characters that it lacks.
 */
export function rasterize(svg: string, scale: number, fallbacks: readonly FallbackFont[] = []): Uint8Array {
  const resvg = new Resvg(svg, {
    fitTo: {mode: "zoom", value: scale},
    font: {
      loadSystemFonts: false,
      fontFiles: [...Object.values(FONT_FILES), ...fallbacks.map(({file}) => file)],
      defaultFontFamily: "DejaVu Sans",
    },
  });
  return resvg.render().asPng();
}
