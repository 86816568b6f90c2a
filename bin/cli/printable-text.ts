import stringWidth from "string-width";

const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The text in one line that is safe to print: control and bidi characters, which a terminal would execute, are escaped. */
export function plain(text: string): string {
  return text.replace(CONTROLS, one => (one === "\n" ? "⏎" : one === "\t" ? " " : numberOf(one)));
}

/** Like `plain`, for a text of several lines: line breaks and tabs stay. */
export function plainLines(text: string): string {
  return text.replace(CONTROLS, one => (/[\n\t\r]/.test(one) ? one : numberOf(one)));
}

function numberOf(control: string): string {
  return `\\u${(control.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/** Truncates the text to a number of terminal columns, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let escaped = "";
  let columns = 0;
  for (const {segment} of new Intl.Segmenter().segment(text)) {
    columns += stringWidth(segment);
    if (columns > width - 1) break;
    escaped += segment;
  }
  return `${escaped}…`;
}

const SGR = {bold: 1, red: 31, green: 32, yellow: 33, dim: 2} as const;

/** Styles a text by escape sequences, or returns it unchanged where the terminal has no colours. */
export type Paint = (style: keyof typeof SGR, text: string) => string;

export function painter(colours: boolean): Paint {
  return (style, text) => (colours ? `\x1b[${SGR[style]}m${text}\x1b[0m` : text);
}
