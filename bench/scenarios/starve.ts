import {askOf, Line, load} from "../client.ts";
import {heavyQuery, smallQuery} from "../questions.ts";
import {summaryOf} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import {warmUp} from "./serve.ts";

const HEAVY = 8;

/** While eight statements run for minutes in DuckDB: a small one on the same connection, and `/healthz`. */
export const starve: Scenario = {
  name: "starve",
  async run(stage) {
    const service = await stage.service();
    const tiny = service.ask(service.projects.duckdb, smallQuery());
    const health = askOf(service.address, {method: "GET", path: "/healthz"});
    await warmUp([tiny], 4);
    await warmUp([health], 4);
    const lines: Line[] = [];
    const tinies: number[] = [];
    const healths: number[] = [];
    try {
      for (let n = 0; n < HEAVY; n++) {
        const line = await Line.open(tiny.port);
        lines.push(line);
        line.send(service.ask(service.projects.duckdb, heavyQuery(n)).bytes, () => {
          throw new Error("a heavy statement has ended before the others were measured");
        });
      }
      await Bun.sleep(500);
      for (let i = 0; i < (stage.quick ? 3 : 9); i++) {
        const [ofTiny, ofHealth] = await Promise.all([
          load(tiny, {clients: 1, ms: 10_000, count: 10}),
          load(health, {clients: 1, ms: 500}),
        ]);
        tinies.push(ofTiny.p50Ms);
        healths.push(ofHealth.p99Ms);
      }
    } finally {
      for (const line of lines) line.close();
    }
    return [
      rowOf("a small query, p50", {atMost: 60, unit: "ms"}, summaryOf(tinies)),
      rowOf("/healthz, p99", {atMost: 10, unit: "ms"}, summaryOf(healths)),
    ];
  },
};
