import {escapeText} from "../markup.ts";
import {stripControlCharacters} from "./strip-control-characters.ts";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Text that people wrote, as markup. Right-to-left text is isolated from its surroundings. */
export function textMarkup(text: string): string {
  const clean = stripControlCharacters(text);
  return RIGHT_TO_LEFT.test(clean) ? `<bdi>${escapeText(clean)}</bdi>` : escapeText(clean);
}
