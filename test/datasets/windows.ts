import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../shared/semantic/dataset/dataset.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {Chance, randomLayer} from "../semantic/differential/random-layer.ts";
import type {Engine} from "../semantic/engines.ts";

/**
 * Compares queries of rolling and offset measures over datasets that filter the date of the window with the same queries
 * over a layer whose table holds only the filtered rows. Returns the number of equal answers; throws at a difference.
 */
export async function compareWindows(
  engines: readonly Engine[],
  seed: number,
  queries: number,
): Promise<number> {
  const chance = new Chance(seed);
  const random = randomLayer(chance);
  for (const engine of engines) await engine.load(random.data);
  const layer = buildLayer(random.graph);
  let same = 0;
  for (let i = 0; i < queries; i++) {
    const model = chance.pick(random.graph.models.filter(({calendar}) => calendar === undefined));
    const from = chance.pick(["2024-01-31", "2024-02-29", "2024-03-10", "2024-10-27"]);
    const alongDates = (model.measures ?? []).filter(
      ({rolling, offset}) => (rolling ?? offset)?.dimension === "d",
    );
    const field = `${model.name}.d`;
    const query: Query = {
      model: model.name,
      dimensions: [
        `${field}.${chance.pick(["day", "month", "quarter"])}`,
        ...(chance.chance(0.4) ? [`${model.name}.w`] : []),
      ],
      measures: [`${model.name}.count`, `${model.name}.${chance.pick(alongDates).name}`],
      ...(chance.chance(0.5)
        ? {filters: [{field, op: "<", value: chance.pick(["2024-03-31", "2024-11-04"])}]}
        : {}),
    };
    const models = random.graph.models.map(other =>
      other === model
        ? {...model, table: {sql: `select * from ${model.name} where d >= date '${from}'`}}
        : other,
    );
    const narrowed = buildLayer({...random.graph, models});
    const definition: Query = {model: model.name, filters: [{field, op: ">=", value: from}]};
    const source = liveSource({slug: "s", definition, timezone: "UTC"}, layer, {ownFieldsOnly: false});
    for (const engine of engines) {
      const context: CompileContext = {
        dialect: engine.name,
        timezone: "UTC",
        weekStart: "monday",
        attributes: {x: ["a", "b", "small", "2"], y: ["c", "large", "1"]},
        now: new Date("2024-03-15T12:00:00Z"),
      };
      const wanted = compile(narrowed, query, context);
      const asked = datasetQuery(source, query);
      const got = compile(layer, asked.query, {...context, dataset: asked.bounds});
      const rows = (await engine.run(wanted.sql, wanted.parameters)).sort();
      const others = (await engine.run(got.sql, got.parameters)).sort();
      if (JSON.stringify(rows) !== JSON.stringify(others)) {
        throw new Error(
          `seed ${seed}, query ${i}, from ${from}: ${JSON.stringify(query)}\n${wanted.sql}\n${JSON.stringify(rows)}\n` +
            `${got.sql}\n${JSON.stringify(others)}`,
        );
      }
      same++;
    }
  }
  return same;
}
