import {escapeText} from "../markup.ts";
import {type FallbackFont, FONT_FILES, isOwn, openFont} from "./fonts.ts";

const TEXT = /(<(?:text|tspan)\b[^>]*>)([^<]+)/g;
const graphemes = new Intl.Segmenter("en", {granularity: "grapheme"});

/**
 * The SVG with each run of characters that the pictures' own font lacks in an element with the font that has them: the
 * name of its family is the font's file.
 */
export function inFallbackFonts(svg: string, others: readonly FallbackFont[]): string {
  if (others.length === 0) return svg;
  const regular = openFont(FONT_FILES.regular);
  // Escaped characters are of the pictures' own font, and so stay as they are.
  return svg.replace(TEXT, (_, tag: string, text: string) => tag + runsOf(text, regular, others).join(""));
}

function runsOf(text: string, regular: FallbackFont, others: readonly FallbackFont[]): string[] {
  const runs: {font: FallbackFont; text: string}[] = [];
  for (const {segment} of graphemes.segment(text)) {
    const font = fontOf(segment, regular, others);
    const last = runs.at(-1);
    if (last?.font === font) last.text += segment;
    else runs.push({font, text: segment});
  }
  return runs.map(({font, text: run}) =>
    font === regular ? run : `<tspan font-family="${escapeText(font.file)}">${run}</tspan>`,
  );
}

/** A character with its marks is in one font, the first that has all of it, or else its beginning. */
function fontOf(segment: string, regular: FallbackFont, others: readonly FallbackFont[]): FallbackFont {
  const points = [...segment].map(character => character.codePointAt(0) ?? 0);
  const fonts = [regular, ...others];
  const whole = fonts.find(font => points.every(point => isOwn(font, point)));
  return whole ?? fonts.find(font => font.has(points[0] ?? 0)) ?? regular;
}
