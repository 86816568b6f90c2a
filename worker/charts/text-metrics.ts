import {textMetrics} from "vega";
import {measureText} from "../../shared/charts/spec/text.ts";

declare module "vega" {
  /** How wide texts are: exported so that it can be replaced, and not in the package's types. */
  export const textMetrics: {
    width(item: {fontSize?: number; fontWeight?: string | number}, text: unknown): number;
  };
}

const BOLD = new Set<unknown>(["bold", "bolder", "600", "700", "800", "900", 600, 700, 800, 900]);

/** Lets vega reckon with the font that pictures are drawn in, where it has no canvas to ask. */
export function measureAsDrawn(): void {
  textMetrics.width = ({fontSize = 11, fontWeight}, text) =>
    measureText(String(text ?? "").trim(), fontSize, BOLD.has(fontWeight));
}
