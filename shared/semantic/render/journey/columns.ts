import type {Journey} from "../../plan/plan.ts";
import type {Writer} from "../writer.ts";

/** The columns of the query's own dimensions. */
export function ownDimensions(writer: Writer, {width}: Journey): string[] {
  return Array.from({length: width}, (_, i) => writer.own(`d${i}`));
}

/** The column with the earliest moment of a step that can be reached from a row. */
export function timeOf(writer: Writer, step: number): string {
  return writer.own(`t${step}`);
}

/** The rows of all steps together. */
export function unionOf(steps: readonly string[]): string {
  return steps.join("\n  union all\n  ");
}
