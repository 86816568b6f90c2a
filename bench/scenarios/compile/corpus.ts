import {compile, type DialectName} from "../../../shared/semantic/index.ts";
import {buildLayer} from "../../../shared/semantic/layers.ts";
import {contextOf, readCorpus} from "../../../test/semantic/corpus.ts";
import {percentile, summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";

const DIALECTS: readonly DialectName[] = ["postgres", "duckdb", "mysql"];

/** Every query of the compiler's test cases in every dialect, on layers that are already cached. */
export const compileCorpus: Scenario = {
  name: "compile-corpus",
  async run({quick}) {
    const tasks = await readTasks();
    const passes = quick ? 10 : 50;
    for (let i = 0; i < passes; i++) durationsOf(tasks);
    const p50s: number[] = [];
    const p99s: number[] = [];
    for (let round = 0; round < (quick ? 3 : 9); round++) {
      const durations: number[] = [];
      for (let i = 0; i < passes; i++) durations.push(...durationsOf(tasks));
      p50s.push(percentile(durations, 0.5));
      p99s.push(percentile(durations, 0.99));
    }
    const note = `${tasks.length} statements`;
    return [
      rowOf("all queries of the test cases, p50", {atMost: 0.2, unit: "ms"}, summaryOf(p50s), note),
      rowOf("all queries of the test cases, p99", {atMost: 1, unit: "ms"}, summaryOf(p99s), note),
    ];
  },
};

type Task = () => void;

async function readTasks(): Promise<Task[]> {
  return (await readCorpus()).flatMap(file => {
    const layer = buildLayer(file.layer);
    return file.cases.flatMap(one =>
      DIALECTS.filter(dialect => one.not?.includes(dialect) !== true).map(dialect => {
        const context = contextOf(one, dialect);
        return () => void compile(layer, one.query, context);
      }),
    );
  });
}

function durationsOf(tasks: readonly Task[]): number[] {
  return tasks.map(task => {
    const started = performance.now();
    task();
    return performance.now() - started;
  });
}
