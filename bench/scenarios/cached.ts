import {askOf, load} from "../client.ts";
import {answerOf, requireSameAnswer} from "../compare.ts";
import {smallQuery} from "../questions.ts";
import {inRounds, quotient} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import {warmUp} from "./serve.ts";

const CLIENTS = 64;

/** A query answered from the result cache, against a route that returns the same bytes. */
export const cached: Scenario = {
  name: "cached",
  async run(stage) {
    const [service, raw] = [await stage.service(), await stage.raw()];
    const subject = service.ask(service.projects.cached, smallQuery());
    const answer = await answerOf(subject);
    await fetch(`${raw.address}/bytes`, {
      method: "PUT",
      headers: {"content-type": "application/json"},
      body: answer,
    });
    const anchor = askOf(raw.address, {path: "/bytes", body: smallQuery()});
    await requireSameAnswer(subject, anchor);
    await warmUp([anchor], CLIENTS);
    await warmUp([subject], CLIENTS);
    const ms = stage.quick ? 300 : 500;
    const rates: number[] = [];
    const summary = await inRounds({
      anchor: async () => (await load(anchor, {clients: CLIENTS, ms})).perSecond,
      subject: async () => {
        const {perSecond} = await load(subject, {clients: CLIENTS, ms});
        rates.push(perSecond);
        return perSecond;
      },
      compare: quotient,
      roundCount: stage.quick ? 3 : 7,
    });
    const note = `${Math.max(...rates).toFixed(0)}/s`;
    return [rowOf("rate at 64 clients ÷ a route that sends the same bytes", {atLeast: 0.4}, summary, note)];
  },
};
