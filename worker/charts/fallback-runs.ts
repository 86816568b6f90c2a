import {escapeText} from "../markup.ts";
import {type FallbackFont, FONT_FILES, isCovered, openFont} from "./fonts.ts";

const TEXT = /(<(?:text|tspan)\b[^>]*>)([^<]+)/g;
const graphemes = new Intl.Segmenter("en", {granularity: "grapheme"});

/**
 * Wraps each run of characters that the pictures' own font lacks into a `tspan` with a fallback font that has them. The
 * path of the font's file serves as the name of its family.
 */
export function inFallbackFonts(svg: string, fallbacks: readonly FallbackFont[]): string {
  if (fallbacks.length === 0) return svg;
  const regular = openFont(FONT_FILES.regular);
  // XML entities consist of characters of the pictures' own font, so they are never split.
  return svg.replace(TEXT, (_, tag: string, text: string) => tag + runsOf(text, regular, fallbacks).join(""));
}

function runsOf(text: string, regular: FallbackFont, fallbacks: readonly FallbackFont[]): string[] {
  const runs: {font: FallbackFont; text: string}[] = [];
  for (const {segment} of graphemes.segment(text)) {
    const font = fontOf(segment, regular, fallbacks);
    const last = runs.at(-1);
    if (last?.font === font) last.text += segment;
    else runs.push({font, text: segment});
  }
  return runs.map(({font, text: run}) =>
    font === regular ? run : `<tspan font-family="${escapeText(font.file)}">${run}</tspan>`,
  );
}

/** The font for a character and its marks: the first font that has all of them, or else the base character. */
function fontOf(segment: string, regular: FallbackFont, fallbacks: readonly FallbackFont[]): FallbackFont {
  const points = [...segment].map(character => character.codePointAt(0) ?? 0);
  const fonts = [regular, ...fallbacks];
  const whole = fonts.find(font => points.every(point => isCovered(font, point)));
  return whole ?? fonts.find(font => font.has(points[0] ?? 0)) ?? regular;
}
