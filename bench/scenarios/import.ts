import {summaryOf} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import type {Service} from "../stage/service.ts";
import {watch} from "./big-memory.ts";

export const MODELS = 500;
export const COLUMNS = 20;
export const METRICS = 8;

/**
 * A dbt project of 500 models, uploaded as a form with its files: the time to the preview's last byte, and how long
 * other requests wait meanwhile.
 */
export const importProject: Scenario = {
  name: "import",
  async run(stage) {
    const service = await stage.service();
    const projectId = await service.newProject("import");
    const send = await importOf(service, projectId);
    const first = await send();
    const {graph} = JSON.parse(first);
    if (graph.models.length !== MODELS || graph.joins.length !== MODELS - 1) {
      throw new Error(`the import gave ${graph.models.length} models`);
    }
    const grown = watch(service.web);
    const seconds: number[] = [];
    const waits: number[] = [];
    for (let i = 0; i < (stage.quick ? 3 : 10); i++) {
      const started = performance.now();
      let over = false;
      const imported = send().then(() => {
        over = true;
      });
      while (!over) {
        const asked = performance.now();
        await (await fetch(`${service.address}/healthz`)).arrayBuffer();
        waits.push(performance.now() - asked);
        await Bun.sleep(5);
      }
      await imported;
      seconds.push((performance.now() - started) / 1000);
    }
    const growth = await grown();
    waits.sort((a, b) => a - b);
    const longest = waits[Math.floor(waits.length * 0.99)] ?? 0;
    return [
      rowOf(`import of a dbt project of ${MODELS} models`, {atMost: 2, unit: "s"}, summaryOf(seconds)),
      rowOf("another request during the import, p99", {atMost: 100, unit: "ms"}, summaryOf([longest])),
      rowOf(
        "memory growth of the web process over all imports",
        {atMost: 300, unit: "MB"},
        summaryOf([growth]),
      ),
    ];
  },
};

async function importOf({address, adminToken}: Service, projectId: string): Promise<() => Promise<string>> {
  const form = new FormData();
  for (const [name, text] of projectFiles()) form.append("files", new Blob([text]), name);
  const request = new Request("http://service/", {method: "POST", body: form});
  const type = request.headers.get("content-type") ?? "";
  const body = await request.arrayBuffer();
  return async () => {
    const response = await fetch(`${address}/api/projects/${projectId}/import?schema=prod`, {
      method: "POST",
      headers: {authorization: `Bearer ${adminToken}`, "content-type": type},
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`the import gave ${response.status}: ${text.slice(0, 300)}`);
    return text;
  };
}

/** A dbt project whose models have columns, keys to one another and metrics. */
export function projectFiles(): [name: string, text: string][] {
  const files: [string, string][] = [["dbt_project.yml", "name: shop\nvars: {layer: marts}\n"]];
  for (let i = 0; i < MODELS; i++) {
    const columns = Array.from(
      {length: COLUMNS},
      (_, n) =>
        `      - name: col_${n}\n        description: What the column number ${n} says\n        data_type: varchar\n        dimension: categorical\n`,
    );
    const metrics = Array.from(
      {length: METRICS},
      (_, n) =>
        `      - name: metric_${i}_${n}\n        agg: sum\n        expr: amount_${n}\n        filter: "{{ Dimension('key_${i}__col_${n}') }} = 'x'"\n`,
    );
    files.push([
      `models/marts/model_${i}.sql`,
      `{{ config(materialized='table', schema=var('layer')) }}\nselect * from {{ ref('staging') }}\n`,
    ]);
    files.push([
      `models/marts/model_${i}.yml`,
      `models:\n  - name: model_${i}\n    semantic_model: true\n    agg_time_dimension: at\n    columns:\n` +
        `      - {name: id, data_type: bigint, entity: {type: primary, name: key_${i}}}\n` +
        `      - {name: parent_id, data_type: bigint, entity: {type: foreign, name: key_${Math.floor(i / 2)}}}\n` +
        `      - {name: at, data_type: timestamp, granularity: day, dimension: time}\n` +
        `${columns.join("")}    metrics:\n${metrics.join("")}`,
    ]);
  }
  return files;
}
