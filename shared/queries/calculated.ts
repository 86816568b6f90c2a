import type {CompiledQuery} from "../semantic/compile.ts";
import type {Measure} from "../semantic/layer/graph.ts";

const SHARES = ["percent_of_total", "percent_change"];

/** How a calculation's values are shown: shares as percentages, places as they are, others like their measure. */
export function formatOf({kind, of}: CompiledQuery["calculations"][number]): Measure["format"] {
  if (SHARES.includes(kind)) return {style: "percent", decimals: 1};
  return kind === "rank" ? undefined : of.field.source.format;
}
