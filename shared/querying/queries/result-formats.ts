import type {Measure} from "../../semantic/documents.ts";
import type {CompiledCalculation} from "../../semantic/index.ts";
import type {FieldReference} from "../../semantic/layers.ts";

/** Calculations whose values are shares. */
const SHARES = ["percent_of_total", "percent_change"];

/**
 * The format of the calculation at an index: percentages for shares, none for ranks, otherwise the format of the value
 * that it is calculated from.
 */
export function calculationFormat(
  calculations: readonly CompiledCalculation[],
  index: number,
): Measure["format"] {
  const calculation = calculations[index];
  if (calculation === undefined || calculation.kind === "rank") return undefined;
  if (SHARES.includes(calculation.kind)) return {style: "percent", decimals: 1};
  return calculation.behind === undefined
    ? calculation.of.field.source.format
    : calculationFormat(calculations, calculation.behind);
}

/** The format of a field: its own, or a percentage for a change. */
export function referenceFormat({field, compared}: FieldReference): Measure["format"] {
  return compared === "change" ? {style: "percent", decimals: 1} : field.source.format;
}
