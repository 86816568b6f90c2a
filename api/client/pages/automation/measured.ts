import {valueText} from "../../parts/value-text.ts";
import type {ChartData} from "../../service/api.ts";
import type {ActionRun, Threshold} from "./data.ts";

/** The maximum number of groups whose values are drawn. */
const MAX_DRAWN = 8;
const LINE = "#d1342f";

type Measured = NonNullable<ActionRun["measured"]>;

export interface MeasuredChart {
  data: ChartData;
  checks: number;
  /** The number of groups that are not drawn. */
  left: number;
}

/**
 * A chart of the values that the checks of a threshold have measured, with a line for the value that they were compared
 * with. `undefined` before the first check. Checks of another measure, which the action had before, are left out.
 */
export function measuredChart(
  trigger: Threshold,
  runs: readonly ActionRun[],
  labelOf: (field: string) => string,
): MeasuredChart | undefined {
  const {measure, compare} = trigger;
  const change = compare && "offset" in compare ? compare.change : undefined;
  const dimensions = trigger.query.dimensions?.length ?? 0;
  const isOfTrigger = (one: Measured) =>
    one.measure === measure &&
    one.change === change &&
    one.groups.every(({group}) => group.length === dimensions);
  const checks = runs
    .flatMap(({createdAt, measured}) => (measured && isOfTrigger(measured) ? [{createdAt, measured}] : []))
    .reverse();
  if (checks.length === 0) return undefined;
  const label = `${change ? "Change of " : ""}${labelOf(measure)}${change === "percent" ? " in %" : ""}`;
  const nameOf = (group: readonly unknown[]) => group.map(valueText).join(" · ") || label;
  // The groups of the latest checks first.
  const names = new Set(
    checks.toReversed().flatMap(({measured}) => measured.groups.map(({group}) => nameOf(group))),
  );
  const drawn = new Set([...names].slice(0, MAX_DRAWN));
  const line = compare && "offset" in compare && !change ? "The period before" : "Threshold";
  const rows = checks.flatMap(({createdAt, measured: {groups}}) => {
    const at = localTime(createdAt);
    const lines = new Set(groups.map(({against}) => against));
    return [
      ...groups.flatMap(({group, value}) => (drawn.has(nameOf(group)) ? [[at, nameOf(group), value]] : [])),
      // Where groups are compared with different values, no line is drawn.
      ...(lines.size === 1 ? [[at, line, [...lines][0]]] : []),
    ];
  });
  const data: ChartData = {
    title: "Measured values of the checks",
    type: "line",
    config: {
      hideTitle: true,
      x: "checked",
      series: "of",
      points: true,
      valueColours: [{value: line, colour: LINE}],
      xAxis: {title: ""},
    },
    columns: [
      {name: "checked", type: "timestamp", role: "dimension", label: "Checked"},
      {name: "of", type: "string", role: "dimension", label: "What"},
      {name: "value", type: "number", role: "measure", label},
    ],
    rows,
    truncated: false,
    filters: [],
  };
  return {data, checks: checks.length, left: names.size - drawn.size};
}

/** A moment by the reader's clock, to the second, in the form in which charts read times. */
function localTime(at: string): string {
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(":")}`;
}
