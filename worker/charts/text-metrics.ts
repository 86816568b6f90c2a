import {textMetrics} from "vega";
import {measureText} from "../../shared/content/charts/vega/text.ts";

declare module "vega" {
  /** Vega's measurement of text widths, which may be replaced. The package exports this object, but its types lack it. */
  export const textMetrics: {
    width(item: {fontSize?: number; fontWeight?: string | number}, text: unknown): number;
  };
}

const BOLD = new Set<unknown>(["bold", "bolder", "600", "700", "800", "900", 600, 700, 800, 900]);

/** Makes Vega measure text in the font that pictures are drawn in, because there is no canvas to measure with. */
export function measureAsDrawn(): void {
  textMetrics.width = ({fontSize = 11, fontWeight}, text) =>
    measureText(String(text ?? "").trim(), fontSize, BOLD.has(fontWeight));
}
