const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The text without what a terminal would obey: controls, also of the writing direction, as their numbers. */
export function plain(text: string): string {
  return text.replace(CONTROLS, one => (one === "\n" ? "⏎" : one === "\t" ? " " : numberOf(one)));
}

/** The same of a text of several lines, which stay. */
export function plainLines(text: string): string {
  return text.replace(CONTROLS, one => (/[\n\t\r]/.test(one) ? one : numberOf(one)));
}

function numberOf(control: string): string {
  return `\\u${(control.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/** The first so many columns of a terminal that the text takes, with an ellipsis where something is left out. */
export function cut(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text;
  let kept = "";
  let taken = 0;
  for (const {segment} of new Intl.Segmenter().segment(text)) {
    taken += Bun.stringWidth(segment);
    if (taken > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

const SGR = {bold: 1, red: 31, green: 32, yellow: 33, dim: 2} as const;

/** Paints where colours are wanted. */
export type Paint = (style: keyof typeof SGR, text: string) => string;

export function painter(colours: boolean): Paint {
  return (style, text) => (colours ? `\x1b[${SGR[style]}m${text}\x1b[0m` : text);
}
