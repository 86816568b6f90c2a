import {askOf, askOnce} from "../client.ts";
import {requireSameAnswer} from "../compare.ts";
import {say} from "../progress.ts";
import {type Engine, QUESTIONS} from "../questions.ts";
import {inRounds, percentile, quotient} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import type {Stage} from "../stage/stage.ts";

/** In a statement of a tenth of a second, the service's overhead should be negligible. */
export const scan: Scenario = {
  name: "scan",
  async run(stage) {
    return [await scanOn(stage, "postgres"), await scanOn(stage, "duckdb")];
  },
};

async function scanOn(stage: Stage, engine: Engine): Promise<Row> {
  say(`scan on ${engine}`);
  const [service, raw] = [await stage.service(), await stage.raw()];
  const subject = service.ask(service.projects[engine], QUESTIONS[engine].scan.query);
  const anchor = askOf(raw.address, {path: `/${engine}/scan`, body: []});
  await requireSameAnswer(subject, anchor);
  const anchors: number[] = [];
  const median = async (ask: typeof subject) => {
    const durations: number[] = [];
    for (let i = 0; i < 3; i++) durations.push((await askOnce(ask)).lastMs);
    return percentile(durations, 0.5);
  };
  const summary = await inRounds({
    anchor: async () => {
      anchors.push(await median(anchor));
      return anchors.at(-1) ?? Number.NaN;
    },
    subject: () => median(subject),
    compare: quotient,
    roundCount: stage.quick ? 3 : 5,
  });
  const note = `raw ${percentile(anchors, 0.5).toFixed(0)} ms`;
  return rowOf(`${engine}: time ÷ raw`, {atMost: 1.03}, summary, note);
}
