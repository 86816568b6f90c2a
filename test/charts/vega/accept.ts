import {join} from "node:path";
import {chartSpec} from "../../../shared/content/charts/vega/chart-spec.ts";
import type {ChartType} from "../../../shared/core/wire/chart-config.ts";
import {EXAMPLES, TYPES} from "./drawings.ts";

export function goldenPath(type: ChartType): string {
  return join(import.meta.dir, "golden", `${type}.golden`);
}

export function goldenText(type: ChartType): string {
  return `${JSON.stringify(chartSpec(EXAMPLES[type], {width: 480, height: 320}), undefined, 2)}\n`;
}

// Writes the golden specifications again: `bun test/charts/vega/accept.ts`. Review the diff before you commit it.
if (import.meta.main) {
  for (const type of TYPES) await Bun.write(goldenPath(type), goldenText(type));
}
