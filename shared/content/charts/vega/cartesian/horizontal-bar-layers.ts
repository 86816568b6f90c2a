import type {Json} from "../../../../core/wire/drawing.ts";
import type {Folded, Series} from "../pivoted.ts";
import {AXIS_SIZE} from "./axes.ts";
import type {Stacking} from "./stack.ts";

/** The layer of the horizontal bars, side by side if the series are not stacked. `all` has the series of both axes. */
export function horizontalBarLayer(
  {categories, series}: Folded,
  spans: ({from: number; to: number} | undefined)[][],
  all: readonly Series[],
  stacking: Stacking,
  floor: number | undefined,
  grey: string,
): Json {
  const beside = stacking === "none" && all.length > 1;
  const values: Json[] = categories.flatMap(({label: category, other}, i) =>
    series.flatMap(({label, colour}, lane) => {
      const span = spans[i]?.[lane];
      if (!span) return [];
      const own = other && all.length === 1 ? grey : colour;
      return [{y: i, x: span.to, x2: floor ?? span.from, s: label, colour: own, of: category}];
    }),
  );
  return {
    data: {values},
    mark: {
      type: "bar",
      orient: "horizontal",
      clip: true,
      ...(stacking === "none" ? {cornerRadiusEnd: 2} : {}),
    },
    encoding: {
      x2: {field: "x2"},
      ...(beside
        ? {
            yOffset: {
              field: "s",
              type: "nominal",
              sort: null,
              scale: {domain: all.map(({label}) => label)},
            },
          }
        : {}),
      color: {field: "colour", type: "nominal", scale: null, legend: null},
    },
  };
}

/** The value at the end of each bar. */
export function figureLayers(
  {values}: Folded,
  texts: readonly (string | undefined)[],
  below: boolean,
  colour: string,
  base: number,
): Json[] {
  const rows = values.flatMap(([value], i) => {
    const text = texts[i];
    return text === undefined ? [] : [{y: i, x: value ?? base, text}];
  });
  const layer = (labelRows: typeof rows, left: boolean): Json[] =>
    labelRows.length === 0
      ? []
      : [
          {
            data: {values: labelRows},
            mark: {
              type: "text",
              align: left ? "right" : "left",
              baseline: "middle",
              dx: left ? -5 : 5,
              fontSize: AXIS_SIZE,
              color: colour,
            },
            encoding: {text: {field: "text", type: "nominal"}},
          },
        ];
  return [
    ...layer(
      rows.filter(({x}) => !below || x >= 0),
      false,
    ),
    ...layer(
      rows.filter(({x}) => below && x < 0),
      true,
    ),
  ];
}
