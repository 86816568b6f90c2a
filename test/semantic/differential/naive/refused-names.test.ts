import {expect, test} from "bun:test";
import {Chance, type RandomLayer, randomModel} from "../random-layer.ts";
import {Refusal} from "./field-paths.ts";
import {Naive} from "./naive.ts";

/** A layer in which two join paths lead from visits to places: over orders and over customers. */
function layerWithTwoPaths(): RandomLayer {
  const chance = new Chance(1);
  const names = ["visits", "orders", "customers", "places"] as const;
  const join = (from: string, to: string) => ({
    from,
    to,
    relationship: "many_to_one" as const,
    on: [{from: "f0", to: "id"}],
  });
  const joins = [
    join("visits", "orders"),
    join("visits", "customers"),
    join("orders", "places"),
    join("customers", "places"),
  ];
  const models = names.map(name => randomModel(chance, name));
  return {graph: {models, joins}, rows: new Map(names.map(name => [name, []])), data: {}, isSearched: true};
}

test("a retention that compares its time with an ambiguous name is refused, even without rows", () => {
  const naive = new Naive(layerWithTwoPaths(), {});
  const query = {
    model: "visits",
    filters: [{field: "visits.at", op: "!=" as const, other: "places.at"}],
    retention: {entity: "visits.n", time: "visits.at", grain: "month" as const},
  };
  expect(() => naive.answer(query)).toThrow(new Refusal("ambiguous_join_path"));
});
