import type {Query} from "../../../shared/semantic/documents.ts";
import {compile} from "../../../shared/semantic/index.ts";
import {buildLayer} from "../../../shared/semantic/layers.ts";
import {COUNTRY, manyModels} from "../../questions.ts";
import {inRounds, percentile, quotient, type Summary, summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";

const MODELS_ASKED = 5;

/**
 * The compiler alone: a query over two joins with row access, on a layer of ten models and on one a thousand times as
 * large.
 */
export const compileScenario: Scenario = {
  name: "compile",
  async run({quick}) {
    const count = quick ? 2000 : 10_000;
    const few = measureOf(10, count);
    const p50s: number[] = [];
    const ratioOf = (measure: () => number): Promise<Summary> => {
      few();
      measure();
      return inRounds({
        anchor: async () => few(),
        subject: async () => measure(),
        compare: quotient,
        roundCount: quick ? 3 : 15,
      });
    };
    const more = await ratioOf(measureOf(1000, count));
    const many = measureOf(10_000, count);
    const most = await ratioOf(() => {
      const p50 = many();
      p50s.push(p50);
      return p50;
    });
    return [
      rowOf("p50 in a layer of 10,000 models", {atMost: 0.1, unit: "ms"}, summaryOf(p50s.slice(1))),
      rowOf("p50 with 1,000 models ÷ with 10", {atMost: 1.2}, more),
      rowOf("p50 with 10,000 models ÷ with 10", {atMost: 1.2}, most),
    ];
  },
};

/** Each measurement compiles `count` different queries over models spread through the layer, and returns the p50. */
function measureOf(models: number, count: number): () => number {
  const layer = buildLayer(manyModels(models));
  const step = models / 2 / MODELS_ASKED;
  let asked = 0;
  return () => {
    const durations: number[] = [];
    for (let i = 0; i < count; i++) {
      const query = queryOf(`flights_${Math.floor((i % MODELS_ASKED) * step)}`, asked++);
      const started = performance.now();
      compile(layer, query, {
        dialect: "postgres",
        timezone: "UTC",
        weekStart: "monday",
        attributes: {country: [COUNTRY]},
        now: new Date(0),
        defaultLimit: 1000,
      });
      durations.push(performance.now() - started);
    }
    return percentile(durations, 0.5);
  };
}

function queryOf(model: string, n: number): Query {
  return {
    model,
    dimensions: ["origin.state", "destination.state"],
    measures: [`${model}.flights`, `${model}.average_delay`],
    filters: [{field: `${model}.distance`, op: ">", value: n}],
    orderBy: [`${model}.flights desc`],
    limit: 100,
  };
}
