import {Resvg} from "@resvg/resvg-js";
import {type FallbackFont, FONT_FILES} from "./fonts.ts";

/**
 * The characters that make one symbol of several, or a variant of a symbol: joiners, variants, skin tones, the frame of a
 * key, and the letters of a region's flag.
 */
const JOINING =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\ufe0f|(?<=\p{Emoji_Modifier_Base}\ufe0f?)\p{Emoji_Modifier}|(?<=[0-9#*]\ufe0f?)\u20e3|[\u{e0020}-\u{e007f}]/gu;
/** The letters of a country's flag. */
const REGIONAL = /[\u{1f1e6}-\u{1f1ff}]/gu;
const REGIONAL_A = 0x1f1e6;

/**
 * Symbols in their parts, and flags of countries as letters. The renderer compares the text in one font with the text in
 * another character by character: a font that draws several characters as one would have all of them drawn as boxes, over
 * the text after them.
 */
function inParts(svg: string): string {
  return svg
    .replace(JOINING, "")
    .replace(REGIONAL, letter => String.fromCharCode(65 + (letter.codePointAt(0) ?? 0) - REGIONAL_A));
}

/**
 * Draws an SVG as PNG, each side `scale` times as long. Text uses the font that comes with the service, and the
 * fallback fonts for characters that it lacks.
 */
export function rasterize(svg: string, scale: number, fallbacks: readonly FallbackFont[] = []): Uint8Array {
  const resvg = new Resvg(fallbacks.length > 0 ? inParts(svg) : svg, {
    fitTo: {mode: "zoom", value: scale},
    font: {
      loadSystemFonts: false,
      fontFiles: [...Object.values(FONT_FILES), ...fallbacks.map(({file}) => file)],
      defaultFontFamily: "DejaVu Sans",
    },
  });
  return resvg.render().asPng();
}
