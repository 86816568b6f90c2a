/** Text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | undefined | readonly Html[];

/** HTML with its values escaped; only `Html` values are inserted as they are. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, i) => text + render(values[i - 1]) + part));
}

function render(piece: Piece): string {
  if (piece === undefined) return "";
  if (piece instanceof Html) return piece.text;
  if (typeof piece === "object") return piece.map(render).join("");
  return Bun.escapeHTML(String(piece));
}
