/** An example of a query. */
export const EXAMPLE = {
  model: "flights",
  dimensions: ["origin.state", "flights.date.month"],
  measures: ["flights.count", "flights.average_delay"],
  filters: [{field: "flights.distance", op: ">=", value: 500}],
  orderBy: ["flights.count desc"],
  limit: 10,
};

/** Example queries for common questions, by title. */
export const EXAMPLES = {
  "Flights by state and month": EXAMPLE,
  "States with 10,000 flights or more": {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.average_delay"],
    filters: [{per: ["origin.state"], field: "flights.count", op: ">=", value: 10_000}],
  },
  "Customers who bought shoes and bought shirts": {
    model: "customers",
    dimensions: ["customers.name"],
    filters: [
      {some: "order_items", filters: [{field: "order_items.sku", op: "=", value: "shoes"}]},
      {some: "order_items", filters: [{field: "order_items.sku", op: "=", value: "shirts"}]},
    ],
  },
  "Who never ordered": {model: "customers", dimensions: ["customers.name"], filters: [{none: "orders"}]},
  "Flights that stay in a state": {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.count"],
    filters: [{field: "origin.state", op: "=", other: "destination.state"}],
  },
  "Articles tagged new or hot": {
    model: "articles",
    dimensions: ["articles.title"],
    filters: [{field: "articles.tags", op: "has_any", value: ["new", "hot"]}],
  },
  "Each state's share, and its place": {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.count"],
    calculations: [
      {name: "share", type: "percent_of_total", of: "flights.count"},
      {name: "place", type: "rank", of: "flights.count"},
    ],
    filters: [{field: "place", op: "<=", value: 10}],
    orderBy: ["place"],
  },
  "Flights by distance, in steps of 500 miles": {
    model: "flights",
    dimensions: [{field: "flights.distance", bin: {width: 500}, name: "distance"}],
    measures: ["flights.count", "flights.average_delay"],
    orderBy: ["distance"],
  },
  "So far, and the change from month to month": {
    model: "flights",
    dimensions: ["flights.date.month"],
    measures: ["flights.count"],
    calculations: [
      {name: "so far", type: "running_total", of: "flights.count"},
      {name: "change", type: "percent_change", of: "flights.count"},
      {name: "smooth", type: "moving_average", of: "flights.count", count: 3},
    ],
  },
  "This month beside as many days of the last": {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.count"],
    filters: [{field: "flights.date", op: "in_current", value: {unit: "month"}}],
    compare: {offset: {unit: "month", count: 1}, sameDays: true},
    orderBy: ["flights.count@change desc"],
  },
  "Each year, with its months before it": {
    model: "flights",
    dimensions: ["flights.date.year", "flights.date.month"],
    measures: ["flights.count", "flights.average_delay"],
    subtotals: true,
  },
  "The usual and the busiest day of each month": {
    model: "flights",
    dimensions: ["flights.date.month"],
    measures: [
      {name: "usual day", agg: "median", of: "flights.count", per: ["flights.date.day"]},
      {name: "busiest day", agg: "max", of: "flights.count", per: ["flights.date.day"]},
    ],
  },
  "The latest flights that were hours late": {
    model: "flights",
    rows: true,
    dimensions: ["flights.date", "origin.city", "destination.city", "flights.delay"],
    filters: [{field: "flights.delay", op: ">", value: 180}],
    orderBy: ["flights.date desc"],
    limit: 20,
  },
  "The three busiest states of each month, and the rest": {
    model: "flights",
    dimensions: ["flights.date.month", "origin.state"],
    measures: ["flights.count", "flights.average_delay"],
    top: {
      dimension: "origin.state",
      by: "flights.count",
      count: 3,
      within: ["flights.date.month"],
      others: "Other",
    },
  },
  "Who orders within a week of a visit": {
    model: "visits",
    dimensions: ["visits.channel"],
    funnel: {
      entity: "people.id",
      steps: [
        {},
        {model: "carts"},
        {name: "paid", model: "orders", filters: [{field: "orders.status", op: "=", value: "paid"}]},
      ],
      within: {unit: "day", count: 7},
      timing: true,
    },
    filters: [{field: "visits.at", op: "in_past", value: {unit: "month", count: 3}}],
  },
  "Who orders again, and for how much": {
    model: "orders",
    retention: {entity: "customers.id", grain: "month", periods: 6, measures: ["orders.total"]},
  },
};

/** An example of a result. */
export const RESULT = {
  columns: [
    {name: "origin.state", type: "string"},
    {name: "flights.count", type: "number"},
  ],
  rows: [["CA", 312907]],
  truncated: false,
};
