import type {CompiledCalculation} from "../semantic/compile.ts";
import type {Measure} from "../semantic/layer/graph.ts";
import type {FieldReference} from "../semantic/layer/layer.ts";

const SHARES = ["percent_of_total", "percent_change"];

/** How the values of the calculation at an index are shown: shares as percentages, ranks as they are, others like what they are of. */
export function formatOf(calculations: readonly CompiledCalculation[], index: number): Measure["format"] {
  const calculation = calculations[index];
  if (calculation === undefined || calculation.kind === "rank") return undefined;
  if (SHARES.includes(calculation.kind)) return {style: "percent", decimals: 1};
  return calculation.behind === undefined
    ? calculation.of.field.source.format
    : formatOf(calculations, calculation.behind);
}

/** How the values of a field are shown: as it says, and those of a change as percentages. */
export function referenceFormat({field, compared}: FieldReference): Measure["format"] {
  return compared === "change" ? {style: "percent", decimals: 1} : field.source.format;
}
