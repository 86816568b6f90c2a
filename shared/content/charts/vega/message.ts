import type {VegaLiteSpec} from "../../../core/wire/drawing.ts";
import {bodyOf, canvasSpec, isSmall} from "./frame.ts";
import type {Source} from "./read.ts";
import {type Label, textLayers} from "./shapes.ts";
import {cleanText, wrapText} from "./text.ts";

/** A picture of a sentence, in place of a chart. */
export function messageSpec(source: Source, message: string): VegaLiteSpec {
  const {left, right, top, bottom} = bodyOf(source);
  const size = isSmall(source.size) ? 12 : 14;
  const lineHeight = size * 1.5;
  const maxLines = Math.max(1, Math.floor((bottom - top) / lineHeight));
  const lines = wrapText(cleanText(message), Math.min(520, right - left), size, maxLines);
  const first = (top + bottom) / 2 - ((lines.length - 1) * lineHeight) / 2;
  const labels = lines.map(
    (text, i): Label => ({
      x: (left + right) / 2,
      y: first + i * lineHeight,
      text,
      size,
      colour: source.theme.muted,
      align: "center",
    }),
  );
  return canvasSpec(source, textLayers(labels, {x: 0, y: 0}));
}
