import type {ChartConfig, ChartType} from "../../../shared/core/wire/chart-config.ts";
import type {Drawing, DrawnColumn} from "../../../shared/core/wire/drawing.ts";

export const TYPES = [
  "table",
  "big_number",
  "bar",
  "horizontal_bar",
  "line",
  "area",
  "scatter",
  "pie",
  "mixed",
  "funnel",
  "heatmap",
  "treemap",
  "gauge",
  "map",
] as const satisfies readonly ChartType[];

export const CITY: DrawnColumn = {name: "orders.city", type: "string", role: "dimension", label: "City"};
export const KIND: DrawnColumn = {name: "orders.kind", type: "string", role: "dimension", label: "Kind"};
export const DAY: DrawnColumn = {
  name: "orders.placed.day",
  type: "date",
  role: "dimension",
  label: "Placed",
  grain: "day",
};
export const MONTH: DrawnColumn = {...DAY, name: "orders.placed.month", grain: "month"};
export const HOUR: DrawnColumn = {...DAY, name: "orders.placed.hour", type: "timestamp", grain: "hour"};
export const LATITUDE: DrawnColumn = {
  name: "orders.latitude",
  type: "number",
  role: "dimension",
  label: "Latitude",
};
export const LONGITUDE: DrawnColumn = {...LATITUDE, name: "orders.longitude", label: "Longitude"};
export const REVENUE: DrawnColumn = {
  name: "orders.revenue",
  type: "number",
  role: "measure",
  label: "Revenue",
  format: {style: "currency", currency: "EUR"},
  additive: true,
};
export const ORDERS: DrawnColumn = {
  name: "orders.count",
  type: "number",
  role: "measure",
  label: "Orders",
  additive: true,
};
/** Numbers that must not be added up. */
export const AVERAGE: DrawnColumn = {
  name: "orders.average",
  type: "number",
  role: "measure",
  label: "Average",
  additive: false,
};

export function drawing(
  type: ChartType,
  columns: DrawnColumn[],
  rows: unknown[][],
  config: ChartConfig = {},
  more: Partial<Drawing> = {},
): Drawing {
  return {title: "Sales", type, config, theme: "light", columns, rows, truncated: false, ...more};
}

const cities = [
  ["Berlin", 1200, 31],
  ["Lagos", 845.5, 44],
  ["Lima", 310, 12],
];
const months = [
  ["2024-01-01", 1200, 31],
  ["2024-02-01", 845.5, 44],
  ["2024-03-01", 1510, 52],
];
const split = [
  ["Berlin", "Shop", 700],
  ["Berlin", "Web", 500],
  ["Lagos", "Shop", 45.5],
  ["Lagos", "Web", 800],
];

/** One drawing of each type, as in its golden specification. */
export const EXAMPLES: Readonly<Record<ChartType, Drawing>> = {
  table: drawing("table", [CITY, REVENUE, AVERAGE], cities),
  big_number: drawing(
    "big_number",
    [MONTH, REVENUE],
    months.map(([month, revenue]) => [month, revenue]),
  ),
  bar: drawing("bar", [CITY, KIND, REVENUE], split),
  horizontal_bar: drawing(
    "horizontal_bar",
    [CITY, REVENUE],
    cities.map(([city, revenue]) => [city, revenue]),
  ),
  line: drawing(
    "line",
    [MONTH, AVERAGE],
    months.map(([month, , average]) => [month, average]),
  ),
  area: drawing(
    "area",
    [MONTH, REVENUE],
    months.map(([month, revenue]) => [month, revenue]),
    {
      yAxis: {title: "Euros", max: 2000},
    },
  ),
  scatter: drawing("scatter", [CITY, REVENUE, AVERAGE], cities),
  pie: drawing(
    "pie",
    [CITY, REVENUE],
    cities.map(([city, revenue]) => [city, revenue]),
    {donut: true},
  ),
  mixed: drawing("mixed", [MONTH, REVENUE, AVERAGE], months),
  funnel: drawing(
    "funnel",
    [CITY, ORDERS],
    [
      ["Visited", 1000],
      ["Ordered", 240],
      ["Paid", 199],
    ],
  ),
  heatmap: drawing("heatmap", [CITY, KIND, REVENUE], split, {}, {theme: "dark"}),
  treemap: drawing("treemap", [CITY, KIND, REVENUE], split),
  gauge: drawing("gauge", [AVERAGE], [[62]], {gauge: {min: 0, max: 100, target: 75}}),
  map: drawing(
    "map",
    [CITY, LATITUDE, LONGITUDE, REVENUE],
    [
      ["Berlin", 52.52, 13.4, 1200],
      ["Lagos", 6.45, 3.39, 845.5],
      ["Lima", -12.05, -77.04, 310],
    ],
  ),
};
