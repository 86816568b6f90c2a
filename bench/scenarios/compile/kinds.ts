import type {Query} from "../../../shared/semantic/documents.ts";
import {type CompileContext, compile} from "../../../shared/semantic/index.ts";
import {buildLayer, type Layer} from "../../../shared/semantic/layers.ts";
import {contextOf, readCorpus} from "../../../test/semantic/corpus.ts";
import {manyModels} from "../../questions.ts";
import {percentile, summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";

const MODELS = 10_000;

/** Topics of the compiler's test cases, by what their queries ask. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "per, some, none": ["groups-and-rows"],
  calculations: ["calculations"],
  top: ["top"],
  "periods to date": ["to-date"],
  conversions: ["conversions"],
  funnels: ["funnels"],
  retention: ["retention"],
  versions: ["versions"],
  "metric_time, calendar": ["metric-time", "calendar"],
  arrays: ["arrays"],
  bins: ["bins"],
  subtotals: ["subtotals"],
  compare: ["compare"],
  "calculations of calculations": ["calculations-of-calculations"],
  "calculations along values": ["calculations-along-values"],
  "aggregates of groups": ["nested"],
  "values of groups": ["distributions"],
  "aggregates of rows": ["row-aggregates"],
  rows: ["rows"],
  "compared fields": ["compared-fields"],
  "timing of funnels": ["funnel-timing"],
  "measures of retention": ["retention-measures"],
};

/** Each kind of query, on layers that have ten thousand other models. */
export const compileKinds: Scenario = {
  name: "compile-kinds",
  async run({quick}) {
    const tasks = await readTasks();
    const rows = [];
    for (const [kind, topics] of Object.entries(KINDS)) {
      const asked = tasks.filter(({topic}) => topics.includes(topic));
      if (asked.length === 0) throw new Error(`no case is about ${kind}`);
      const passes = quick ? 20 : 100;
      p50Of(asked, passes);
      const p50s = Array.from({length: quick ? 3 : 9}, () => p50Of(asked, passes));
      const name = `${kind}, p50 in a layer of 10,000 models`;
      rows.push(rowOf(name, {atMost: 0.2, unit: "ms"}, summaryOf(p50s), `${asked.length} queries`));
    }
    return rows;
  },
};

interface Task {
  topic: string;
  layer: Layer;
  query: Query;
  context: CompileContext;
}

async function readTasks(): Promise<Task[]> {
  const many = manyModels(MODELS);
  const topics = Object.values(KINDS).flat();
  return (await readCorpus())
    .filter(({topic}) => topics.includes(topic))
    .flatMap(({topic, layer: own, cases}) => {
      const joins = [...(own.joins ?? []), ...(many.joins ?? [])];
      const layer = buildLayer({...own, models: [...own.models, ...many.models], joins});
      return cases.map(one => ({topic, layer, query: one.query, context: contextOf(one, "postgres")}));
    });
}

function p50Of(tasks: readonly Task[], passes: number): number {
  const durations: number[] = [];
  for (let i = 0; i < passes; i++) {
    for (const {layer, query, context} of tasks) {
      const started = performance.now();
      compile(layer, query, context);
      durations.push(performance.now() - started);
    }
  }
  return percentile(durations, 0.5);
}
