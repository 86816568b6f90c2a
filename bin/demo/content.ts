/** The demo's content over the flights: charts of several types, a dashboard of them, a dataset and a sheet. */

interface DemoChart {
  name: string;
  type: string;
  query: object;
  config?: object;
  /** The chart's position on the dashboard. */
  place: {x: number; y: number; w: number; h: number};
}

const model = "flights";

export const CHARTS: readonly DemoChart[] = [
  {
    name: "Flights",
    type: "big_number",
    query: {model, measures: ["flights.count"]},
    place: {x: 0, y: 0, w: 9, h: 5},
  },
  {
    name: "Share of late flights",
    type: "big_number",
    query: {model, measures: ["flights.late_share"]},
    place: {x: 0, y: 5, w: 9, h: 5},
  },
  {
    name: "Flights by week",
    type: "line",
    query: {model, dimensions: ["flights.date.week"], measures: ["flights.count", "flights.late"]},
    place: {x: 9, y: 0, w: 27, h: 10},
  },
  {
    name: "Busiest states",
    type: "horizontal_bar",
    query: {
      model,
      dimensions: ["origin.state"],
      measures: ["flights.count"],
      orderBy: ["flights.count desc"],
      limit: 15,
    },
    place: {x: 0, y: 10, w: 18, h: 14},
  },
  {
    name: "Late flights by hour and weekday",
    type: "heatmap",
    query: {
      model,
      dimensions: ["flights.date.hour_of_day", "flights.date.day_of_week"],
      measures: ["flights.late_share"],
    },
    place: {x: 18, y: 10, w: 18, h: 14},
  },
  {
    name: "Airports with the longest delays",
    type: "table",
    query: {
      model,
      dimensions: ["origin.city", "origin.state"],
      measures: ["flights.count", "flights.average_delay", "flights.late_share"],
      filters: [{field: "flights.count", op: ">=", value: 5000}],
      orderBy: ["flights.average_delay desc"],
      limit: 10,
    },
    place: {x: 0, y: 24, w: 36, h: 13},
  },
];

export const DASHBOARD = "Flights at a glance";

/** A live dataset: its filter always applies, and its measures are computed from the filtered rows. */
export const DATASET = {
  name: "Long flights",
  kind: "live",
  definition: {
    model,
    dimensions: ["flights.date", "origin.state", "destination.state", "flights.distance"],
    measures: ["flights.count", "flights.average_delay", "flights.late_share"],
    filters: [{field: "flights.distance", op: ">=", value: 1000}],
  },
};

export const SHEET = {
  name: "Late flights by month",
  tabs: [
    {
      name: "Months",
      cells: {
        A1: "Late flights by month",
        E3: "All months",
        E4: "=SUM(B4:B9)",
        F3: "Late",
        F4: "=SUM(C4:C9)/E4",
      },
      formats: {"B4:C9": "#,##0", E4: "#,##0", F4: "0.0%"},
      queries: [
        {
          anchor: "A3",
          query: {
            model,
            dimensions: ["flights.date.month"],
            measures: ["flights.count", "flights.late"],
          },
        },
      ],
    },
  ],
};

/** The dashboard by mail, on Mondays. */
export const SCHEDULE = {
  name: "Flights at a glance, on Mondays",
  cron: "0 8 * * 1",
  recipients: ["you@example.com"],
  formats: ["html", "pdf"],
  message:
    "The demo's dashboard as it comes by mail.\nIts rows are those of the moment at which it was sent.",
};
