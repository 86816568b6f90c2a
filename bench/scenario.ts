import type {Summary} from "./rounds.ts";
import type {Stage} from "./stage/stage.ts";

export interface Scenario {
  name: string;
  /** Whether the scenario runs only when it is named, because it takes long. */
  byHand?: true;
  run(stage: Stage): Promise<Row[]>;
}

/** One row of the results table. */
export interface Row {
  measure: string;
  target: string;
  result: string;
  met: boolean;
  /** The range of the results, the number of rounds used, and the number discarded as too noisy. */
  rounds: string;
}

export type Target = {atMost: number; unit?: "ms" | "s" | "MB"} | {atLeast: number; unit?: undefined};

/** A row with the median of the rounds. `note` follows the result. */
export function rowOf(measure: string, target: Target, summary: Summary, note = ""): Row {
  const {median, min, max, kept, thrown} = summary;
  const {unit} = target;
  const withUnit = (value: number) => `${numeral(value)}${unit ? ` ${unit}` : ""}`;
  const met = "atMost" in target ? median <= target.atMost : median >= target.atLeast;
  return {
    measure,
    target: "atMost" in target ? `≤ ${withUnit(target.atMost)}` : `≥ ${withUnit(target.atLeast)}`,
    result: kept > 0 ? `${withUnit(median)}${note ? ` (${note})` : ""}` : "every round was too noisy",
    met: kept > 0 && met,
    rounds: `${numeral(min)}–${numeral(max)}, ${kept} used, ${thrown} discarded`,
  };
}

function numeral(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return String(Number(value.toFixed(Math.abs(value) < 0.1 ? 4 : 2)));
}
