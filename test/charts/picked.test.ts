import {describe, expect, test} from "bun:test";
import {type Clicked, pickedOf} from "../../api/client/drawings/picked.ts";
import {tooltipOf} from "../../api/client/drawings/tooltip.ts";
import {chartSpec} from "../../shared/content/charts/vega/chart-spec.ts";
import {readDrawing} from "../../shared/content/charts/vega/read.ts";
import type {Drawing} from "../../shared/core/wire/drawing.ts";

const COLUMNS: Drawing["columns"] = [
  {name: "orders.status", type: "string", role: "dimension", label: "Status"},
  {name: "orders.month", type: "date", role: "dimension", label: "Month", grain: "month"},
  {name: "orders.count", type: "number", role: "measure", label: "Count", additive: true},
  {name: "orders.size", type: "number", role: "measure", label: "Size"},
];
const ROWS = [
  ["open", "2026-01-01", 1, 20],
  ["paid", "2026-01-01", 3, 40],
  ["paid", "2026-02-01", 5, 60],
];

function drawing(type: Drawing["type"], columns: number[], rows: readonly (readonly unknown[])[]): Drawing {
  const only = <T>(all: readonly T[]) => columns.flatMap(c => all.slice(c, c + 1));
  const shown = rows.map(row => only(row));
  return {
    title: "t",
    type,
    config: {},
    theme: "light",
    columns: only(COLUMNS),
    rows: shown,
    truncated: false,
  };
}

const sourceOf = (drawn: Drawing) => readDrawing(drawn, {width: 500, height: 300});
const picked = (drawn: Drawing, item: Clicked) => pickedOf(sourceOf(drawn), item);

/** Every datum of the shapes that stand for rows, as the drawing library passes it to a listener for clicks. */
function shapesOf(drawn: Drawing): object[] {
  return layersOf(drawn, part => !isText(part));
}

function textsOf(drawn: Drawing): {text: string}[] {
  return layersOf(drawn, isText).flatMap(one => ("text" in one ? [{...one, text: String(one.text)}] : []));
}

function layersOf(drawn: Drawing, wanted: (part: object) => boolean): object[] {
  const found: object[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if ("data" in part && "values" in Object(part.data) && wanted(part))
      found.push(...Object(part.data).values);
    for (const child of Object.values(part)) walk(child);
  };
  walk(chartSpec(drawn, {width: 500, height: 300}));
  return found;
}

function isText(part: object): boolean {
  return "mark" in part && Object(part.mark).type === "text";
}

const pickedIn = (drawn: Drawing) =>
  new Set(
    shapesOf(drawn)
      .map(datum => picked(drawn, {datum}).map(({value}) => value))
      .filter(values => values.length > 0)
      .map(values => values.join(" ")),
  );

describe("a click on a chart reports", () => {
  test.each(["bar", "horizontal_bar", "pie", "funnel", "treemap", "mixed"] as const)(
    "for %s, the category",
    type => {
      expect(pickedIn(drawing(type, [0, 2], ROWS.slice(0, 2)))).toEqual(new Set(["open", "paid"]));
    },
  );

  test.each(["bar", "horizontal_bar", "heatmap", "line", "area", "treemap"] as const)(
    "for %s, the two dimensions",
    type => {
      const all = pickedIn(drawing(type, [1, 0, 2], ROWS));
      for (const [status, month] of ROWS) expect([...all]).toContain(`${month} ${status}`);
    },
  );

  test("for scatter, the place of the point", () => {
    expect(pickedIn(drawing("scatter", [0, 2, 3], ROWS.slice(0, 2)))).toEqual(new Set(["open", "paid"]));
  });

  test.each(["heatmap", "pie", "funnel", "treemap"] as const)(
    "for %s, the same if the figure on it is clicked",
    type => {
      const drawn = drawing(
        type,
        [0, 2],
        ROWS.slice(0, 2).map(row => row.with(2, Number(row[2]) + 20)),
      );
      for (const [figure, status] of [
        ["23", "paid"],
        ["21", "open"],
      ]) {
        const [datum] = textsOf(drawn).filter(({text}) => text === figure || text.startsWith(`${figure} `));
        expect(picked(drawn, {datum})).toEqual([{field: "orders.status", value: status}]);
      }
    },
  );

  test("for scatter of several series, the point and not only its series", () => {
    const points = pickedIn(drawing("scatter", [0, 1, 2, 3], ROWS));
    expect(points).toEqual(new Set(["open 2026-01-01", "paid 2026-01-01", "paid 2026-02-01"]));
  });

  test("for a map, the place", () => {
    const place = (name: string, role: "dimension" | "measure") =>
      ({name: `airports.${name}`, type: "number", role, label: name}) as const;
    const columns = [COLUMNS[0]!, place("latitude", "dimension"), place("longitude", "measure"), COLUMNS[2]!];
    const rows = [
      ["open", 40.5, -73.75, 9],
      ["paid", 33.25, -118.5, 4],
    ];
    const map: Drawing = {...drawing("map", [], []), columns, rows};
    expect(pickedIn(map)).toEqual(new Set(["open 40.5", "paid 33.25"]));
  });

  test("the right one of two dimensions with the same values", () => {
    const rows = [
      ["TX", "TX", 1],
      ["CA", "TX", 2],
      ["TX", "CA", 3],
    ];
    const columns = ["origin", "destination"].map(name => ({
      ...COLUMNS[0]!,
      name: `${name}.state`,
      label: name,
    }));
    const count = COLUMNS[2]!;
    const bars: Drawing = {...drawing("bar", [], []), columns: [...columns, count], rows};
    const tallied = shapesOf(bars).flatMap(datum =>
      "y" in datum && "x" in datum && typeof datum.x === "string" ? [[datum.y, picked(bars, {datum})]] : [],
    );
    const tops = new Map(tallied.map(([y, all]) => [JSON.stringify(all), y]));
    const of = (from: string, to: string) => [
      {field: "origin.state", value: from},
      {field: "destination.state", value: to},
    ];
    expect([...tops.keys()].sort()).toEqual(
      [of("CA", "TX"), of("TX", "CA"), of("TX", "TX")].map(one => JSON.stringify(one)),
    );
  });

  test("the series of a line between its points", () => {
    const lines = drawing("line", [1, 0, 2], ROWS);
    const [datum] = shapesOf(lines);
    const whole = {datum, mark: {marktype: "line"}};
    expect(picked(lines, whole)).toEqual([{field: "orders.status", value: "open"}]);
    expect(picked(lines, {datum, mark: {marktype: "symbol"}})).toHaveLength(2);
  });

  test("nothing if nothing is known of it", () => {
    const bars = drawing("bar", [0, 2], ROWS.slice(0, 2));
    for (const datum of [undefined, null, "open", {}, {x: "Other (3)", s: "Count"}, {x: 1, y: 3}]) {
      expect(picked(bars, {datum})).toEqual([]);
    }
  });
});

describe("the words for what is under the pointer", () => {
  test("contain the measures of its row, in the chart's formats", () => {
    const formatted = COLUMNS.map(column =>
      column.name === "orders.size" ? {...column, format: {style: "percent", decimals: 1} as const} : column,
    );
    const bars: Drawing = {
      ...drawing("bar", [], []),
      columns: formatted,
      rows: [["paid", "2026-02-01", 5000, 0.25]],
    };
    const [datum] = shapesOf(bars);
    expect(tooltipOf(sourceOf(bars), {datum})).toEqual([
      ["Status", "paid"],
      ["Month", "Feb 2026"],
      ["Count", "5,000"],
      ["Size", "25.0%"],
    ]);
  });

  test("are only the series for a line as a whole, and none for what is no row", () => {
    const lines = drawing("line", [1, 0, 2], ROWS);
    const datum = shapesOf(lines).find(one => "s" in one && one.s === "paid");
    expect(tooltipOf(sourceOf(lines), {datum, mark: {marktype: "line"}})).toEqual([["Status", "paid"]]);
    expect(tooltipOf(sourceOf(lines), {datum: {x: "Other (3)", s: "Count"}})).toEqual([]);
    expect(tooltipOf(sourceOf(lines), undefined)).toEqual([]);
  });
});
