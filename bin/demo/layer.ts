import type {Graph, Join, Measure, Model} from "../../shared/semantic/graph.ts";

const MEASURES: Measure[] = [
  {name: "count", type: "count", label: "Flights"},
  {
    name: "average_delay",
    type: "avg",
    column: "delay",
    label: "Average delay",
    description: "Minutes; early flights count as negative",
    format: {style: "number", decimals: 1},
  },
  {
    name: "late",
    type: "count",
    where: "delay > 15",
    label: "Late flights",
    description: "Flights more than 15 minutes late",
  },
  {
    name: "late_share",
    type: "number",
    sql: "${late} / ${count}",
    label: "Share of late flights",
    description: "Flights more than 15 minutes late ÷ all flights",
    format: {style: "percent", decimals: 1},
  },
  {
    name: "median_distance",
    type: "median",
    column: "distance",
    label: "Median distance",
    description: "Miles",
  },
];

const JOINS: Join[] = ["origin", "destination"].map(role => ({
  name: role,
  from: "flights",
  to: "airports",
  relationship: "many_to_one",
  on: [{from: role, to: "iata"}],
}));

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  flights:
    "Flights within the United States from January to June 2001: 3 million of those that airlines reported to the Bureau of Transportation Statistics",
  airports: "Airports in the United States and its territories",
  "flights.delay": "Minutes late; negative when early",
  "flights.distance": "Miles",
  "flights.origin": "IATA code of the airport of departure; its name, city and state are under origin",
  "flights.destination":
    "IATA code of the airport of arrival; its name, city and state are under destination",
  "airports.iata": "The airport's code",
  "airports.state": "Two-letter code of the state",
};

/** What introspection proposed for the demo, with words, the measures worth asking for, and the airports' two roles. */
export function demoLayer(proposed: Graph): Graph {
  return {models: proposed.models.map(describe), joins: JOINS};
}

function describe(model: Model): Model {
  const {[model.name]: description} = DESCRIPTIONS;
  return {
    ...model,
    ...(description ? {description} : {}),
    dimensions: model.dimensions.map(dimension => {
      const {[`${model.name}.${dimension.name}`]: words} = DESCRIPTIONS;
      return words ? {...dimension, description: words} : dimension;
    }),
    ...(model.name === "flights" ? {measures: MEASURES} : {}),
  };
}
