import type {Graph, Join, Measure} from "../../shared/semantic/documents.ts";

const MEASURES: Record<string, Measure[]> = {
  airports: [{name: "count", type: "count", label: "Airports"}],
  flights: [
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
  ],
};

const JOINS: Join[] = ["origin", "destination"].map(role => ({
  name: role,
  from: "flights",
  to: "airports",
  relationship: "many_to_one",
  on: [{from: role, to: "iata"}],
}));

/** Extends what introspection proposed for the demo with useful measures and the airports' two roles. */
export function demoLayer(proposed: Graph): Graph {
  return {
    models: proposed.models.map(model => {
      const measures = MEASURES[model.name];
      return measures === undefined ? model : {...model, measures};
    }),
    joins: JOINS,
  };
}
