import {type Ask, askOf, load} from "../client.ts";
import {answerOf} from "../compare.ts";
import {smallQuery} from "../questions.ts";
import {inRounds, percentile, quotient} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import type {Stage} from "../stage/stage.ts";
import {warmUp} from "./serve.ts";

const CLIENTS = 32;

/** The overhead of MCP: the list of tools against its bare bytes, and a cached query against `/api/query`. */
export const mcp: Scenario = {
  name: "mcp",
  async run(stage) {
    const [service, raw] = [await stage.service(), await stage.raw()];
    const ask = (message: object) =>
      askOf(service.address, {
        path: "/mcp",
        headers: {
          authorization: `Bearer ${service.token}`,
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-06-18",
        },
        body: {jsonrpc: "2.0", id: 1, ...message},
      });
    const list = ask({method: "tools/list"});
    await fetch(`${raw.address}/bytes`, {
      method: "PUT",
      headers: {"content-type": "application/json"},
      body: await answerOf(list),
    });
    const query = smallQuery();
    const asked = {...query, projectId: service.projects.cached};
    const call = ask({method: "tools/call", params: {name: "run_query", arguments: asked}});
    const plain = service.ask(service.projects.cached, query);
    return [
      await compare(stage, "tools/list at 32 clients ÷ a route that sends the same bytes", 0.6, {
        subject: list,
        anchor: askOf(raw.address, {path: "/bytes", body: {}}),
      }),
      await compare(stage, "rate of cached run_query ÷ cached POST /api/query", 0.7, {
        subject: call,
        anchor: plain,
      }),
    ];
  },
};

async function compare(
  stage: Stage,
  measure: string,
  atLeast: number,
  {subject, anchor}: {subject: Ask; anchor: Ask},
): Promise<Row> {
  await warmUp([anchor], CLIENTS);
  await warmUp([subject], CLIENTS);
  const ms = stage.quick ? 300 : 500;
  const rates: number[] = [];
  const rate = async (one: Ask) => (await load(one, {clients: CLIENTS, ms})).perSecond;
  const summary = await inRounds({
    anchor: () => rate(anchor),
    subject: async () => {
      rates.push(await rate(subject));
      return rates.at(-1) ?? Number.NaN;
    },
    compare: quotient,
    roundCount: stage.quick ? 3 : 7,
  });
  return rowOf(measure, {atLeast}, summary, `${percentile(rates, 0.5).toFixed(0)}/s`);
}
