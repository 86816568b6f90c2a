import {useMemo} from "preact/hooks";
import {ChartPicture} from "./chart-picture.tsx";
import type {ActionRun, Threshold} from "./data.ts";
import {measuredChart} from "./measured.ts";

/** The picture of the values that the checks of an action have measured. */
export function MeasuredHistory({
  trigger,
  runs,
  labelOf,
}: {
  trigger: Threshold;
  /** Newest first. */
  runs: readonly ActionRun[];
  labelOf: (field: string) => string;
}) {
  // The picture is redrawn for a new run only, not each time the page renders.
  const chart = useMemo(() => measuredChart(trigger, runs, labelOf), [trigger, runs]);
  if (!chart) return null;
  const {data, checks, left} = chart;
  return (
    <section aria-label="History">
      <ChartPicture chart={{id: "history", name: data.title, type: data.type}} data={data} />
      <p class="hint">
        {checks === 1 ? "One check" : `The last ${checks.toLocaleString()} checks`}, in your timezone.
        {left > 0 && ` ${left.toLocaleString()} more groups are not drawn.`}
      </p>
    </section>
  );
}
