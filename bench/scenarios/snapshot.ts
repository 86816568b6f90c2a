import {Type} from "@sinclair/typebox";
import {parserOf} from "../../shared/core/validate.ts";
import {say} from "../progress.ts";
import {summaryOf} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import type {Service} from "../stage/service.ts";
import {watch} from "./big-memory.ts";

const ROWS = 1_000_000;
const SETTLE_MS = 1500;

/**
 * A CSV of a million rows by eight columns, sent as JSON: the time until it can be queried, and the memory that it
 * takes.
 */
export const snapshot: Scenario = {
  name: "snapshot",
  async run(stage) {
    const service = await stage.service();
    say("writing a CSV");
    const csv = makeCsv();
    const seconds: number[] = [];
    const web: number[] = [];
    const worker: number[] = [];
    for (let i = 0; i < (stage.quick ? 1 : 5); i++) {
      say(`snapshot ${i + 1}`);
      const body = new TextEncoder().encode(
        JSON.stringify({name: `Snapshot ${i}`, kind: "snapshot", snapshotCsv: csv}),
      );
      await Bun.sleep(SETTLE_MS);
      const watches = [watch(service.web), watch(service.worker)] as const;
      const startedAt = performance.now();
      await storeAndQuery(service, body);
      seconds.push((performance.now() - startedAt) / 1000);
      const [ofWeb = Number.NaN, ofWorker = Number.NaN] = await Promise.all(watches.map(stop => stop()));
      web.push(ofWeb);
      worker.push(ofWorker);
    }
    const megabytes = `${(csv.length / 1e6).toFixed(0)} MB`;
    return [
      rowOf(
        "snapshot of 1 M rows × 8 columns, until it can be queried",
        {atMost: 5, unit: "s"},
        summaryOf(seconds),
        megabytes,
      ),
      rowOf("memory growth of the web process", {atMost: 300, unit: "MB"}, summaryOf(web)),
      rowOf("memory growth of the worker", {atMost: 300, unit: "MB"}, summaryOf(worker)),
    ];
  },
};

const parseDataset = parserOf(Type.Object({slug: Type.String(), rowCount: Type.Literal(ROWS)}), "dataset");
const parseCount = parserOf(Type.Object({rows: Type.Tuple([Type.Tuple([Type.Literal(ROWS)])])}), "answer");

async function storeAndQuery(service: Service, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const {slug} = parseDataset(await post(service, `/api/projects/${service.projects.duckdb}/datasets`, body));
  const query = JSON.stringify({model: slug, measures: [`${slug}.count`]});
  parseCount(await post(service, "/api/query", query));
}

async function post(
  {address, adminToken}: Service,
  path: string,
  body: Uint8Array<ArrayBuffer> | string,
): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: {authorization: `Bearer ${adminToken}`, "content-type": "application/json"},
    body,
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

function makeCsv(): string {
  const lines = ["id,customer,amount,day,at,is_paid,ratio,note"];
  for (let i = 0; i < ROWS; i++) {
    const day = `2026-0${1 + (i % 9)}-1${i % 10}`;
    lines.push(
      `${i},buyer ${i % 5000},${(i % 100_000) / 100},${day},${day}T10:${10 + (i % 49)}:00.5Z,${i % 2 === 0},${(((i * 7919) % 1_000_003) / 1_000_003).toFixed(6)},"n, ${i % 97} ""→"""`,
    );
  }
  return `${lines.join("\n")}\n`;
}
