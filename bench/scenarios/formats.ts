import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {CONTENT_TYPES} from "../../shared/core/wire/run-request.ts";
import {askOnce} from "../client.ts";
import {say} from "../progress.ts";
import {BIG, BIG_ROWS} from "../questions.ts";
import {inRounds, quotient, summaryOf} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import type {Stage} from "../stage/stage.ts";
import {growth} from "./big-memory.ts";

/** Targets as multiples of the time that the engine's own `copy … to` a CSV file takes for the same rows. */
const TARGETS = {csv: 1.5, arrow: 1, xlsx: 8} as const;

/** The folder of the engine's copy, in memory: an answer to a client is not written to a disk either. */
const MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A million rows of five columns in each file format, against DuckDB's own copy of them to a CSV file. */
export const formats: Scenario = {
  name: "formats",
  async run(stage) {
    const rows: Row[] = [];
    for (const format of ["csv", "arrow", "xlsx"] as const) rows.push(...(await formatRows(stage, format)));
    return rows;
  },
};

async function formatRows(stage: Stage, format: keyof typeof TARGETS): Promise<Row[]> {
  say(`a million rows as ${format}`);
  const service = await stage.service();
  const {duckdbFile} = await stage.data();
  const dir = await mkdtemp(join(MEMORY, "copy-"));
  const copyFile = join(dir, "copy.csv");
  const instance = await DuckDBInstance.create(duckdbFile, {access_mode: "READ_ONLY"});
  const connection = await instance.connect();
  const copy = async () => {
    const started = performance.now();
    await connection.run(
      `copy (select id, date, delay, distance, origin from flights limit ${BIG_ROWS}) to '${copyFile}'`,
    );
    return performance.now() - started;
  };
  const accept = CONTENT_TYPES[format];
  const ask = service.ask(service.projects.duckdb, BIG.query, {accept});
  const summary = await inRounds({
    anchor: copy,
    subject: async () => (await askOnce(ask)).lastMs,
    compare: quotient,
    roundCount: stage.quick ? 1 : 3,
  });
  connection.closeSync();
  instance.closeSync();
  await rm(dir, {recursive: true});
  const grown = await growth(service, ask);
  const size = `${(grown.sizeBytes / 1e6).toFixed(0)} MB`;
  return [
    rowOf(`${format}: last byte ÷ the engine's own copy to CSV`, {atMost: TARGETS[format]}, summary, size),
    rowOf(`${format}: memory growth of the web process`, {atMost: 100, unit: "MB"}, summaryOf([grown.web])),
    rowOf(`${format}: memory growth of the worker`, {atMost: 150, unit: "MB"}, summaryOf([grown.worker])),
  ];
}
