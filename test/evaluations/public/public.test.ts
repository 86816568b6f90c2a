import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {sql} from "../../../shared/core/db.ts";
import type {Query} from "../../../shared/semantic/documents.ts";
import {answer} from "../../agents/service.ts";
import {type AskService, askService} from "../../ask/service.ts";
import {until} from "../../support/until.ts";
import {evaluate} from "../evaluate.ts";
import {concerts} from "./concerts.ts";
import {type PublicSet, rowsByHand, writeTables} from "./dataset.ts";
import {insurance} from "./insurance.ts";

/** The name of a real model, if any, which then answers each question too. Its key is in the environment. */
const MODEL = Bun.env["EVAL_MODEL"];
const KEYS = ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "LLM_BASE_URL", "LLM_API_KEY"];

async function projectOf(t: AskService, set: PublicSet): Promise<string> {
  await writeTables(t.warehouseDir, t.org.id, set);
  const connection = {name: set.name, type: "duckdb", config: {path: `${set.name}.duckdb`}};
  const {id: connectionId} = await t.made("/api/connections", connection);
  const {id} = await t.made("/api/projects", {name: set.name, connectionId});
  await t.made(`/api/projects/${id}/introspect`, {graph: set.graph});
  return id;
}

async function fileOf(folder: string, set: PublicSet): Promise<string> {
  const cases = [
    ...set.cases.map(({question, query}) => ({question, query})),
    ...set.unanswerable.map(question => ({question, answerable: false})),
  ];
  const path = join(folder, `${set.name}.json`);
  await Bun.write(path, JSON.stringify({name: set.name, cases}));
  return path;
}

/** The rows as sorted texts, with numbers rounded to nine digits, whatever their type. */
function bag(rows: readonly (readonly unknown[])[]): string[] {
  const text = (cell: unknown) => {
    const number = typeof cell === "boolean" || cell === null || cell === "" ? Number.NaN : Number(cell);
    return Number.isNaN(number) ? String(cell) : String(Number(number.toPrecision(9)));
  };
  return rows.map(row => row.map(text).join(" | ")).sort();
}

const table = answer({
  text: "The table has it.",
  figures: [],
  charts: [{name: "Rows", type: "table", queryRunId: "$run1"}],
});
const refusal = answer({text: "There is no such data.", figures: [], cannotAnswer: "no_such_data"});

let t: AskService;
let folder: string;

beforeAll(async () => {
  t = await askService();
  folder = await mkdtemp(join(tmpdir(), "public-"));
  t.app.listen({port: 0, hostname: "127.0.0.1"});
});

afterAll(async () => {
  await t?.app.stop();
  await t?.stop();
  await rm(folder, {recursive: true, force: true});
});

describe.each([insurance, concerts].map(set => [set.name, set] as const))("the public set %s", (_, set) => {
  let projectId: string;

  const script = (question: string, query: Query | undefined) =>
    t.provider.script(
      `The question:\n${question}`,
      query ? [{calls: [{name: "run_query", arguments: query}]}, table] : [refusal],
    );

  async function evaluated(): Promise<ReturnType<typeof JSON.parse>> {
    const {out, err} = await evaluate(
      t,
      await fileOf(folder, set),
      "--project",
      projectId,
      "--format",
      "json",
    );
    if (out === "") throw new Error(err);
    return JSON.parse(out);
  }

  beforeAll(async () => {
    projectId = await projectOf(t, set);
  });

  test("has expected answers on which the layer and handwritten SQL agree", async () => {
    const byHand = await rowsByHand(set);
    for (const {question, query} of set.cases) {
      const {status, body} = await t.call("POST", "/api/query", {body: {...query, projectId}});
      expect([question, status]).toEqual([question, 200]);
      const expected = byHand.get(question) ?? [];
      expect(expected.length).toBeGreaterThan(0);
      expect([question, bag(body.rows)]).toEqual([question, bag(expected)]);
    }
  });

  test("is answered completely by a model that queries correctly", async () => {
    for (const {question, query} of set.cases) script(question, query);
    for (const question of set.unanswerable) script(question, undefined);
    const count = set.cases.length + set.unanswerable.length;
    const {summary, cases} = await evaluated();
    const wrong = cases.flatMap(({question, runs}: {question: string; runs: {why?: string}[]}) =>
      runs.flatMap(({why}) => (why === undefined ? [] : [[question, why]])),
    );
    expect(wrong).toEqual([]);
    expect(summary).toMatchObject({cases: count, runs: count, correct: count, wrongButVerified: 0});
  });

  test("is answered wrongly by a model that runs the query of the previous question", async () => {
    for (const [index, {question}] of set.cases.entries()) script(question, set.cases.at(index - 1)?.query);
    for (const question of set.unanswerable) script(question, set.cases[0]?.query);
    const {summary} = await evaluated();
    expect(summary).toMatchObject({correct: 0, wrongButVerified: 0});
  });
});

describe.skipIf(MODEL === undefined)("a real model", () => {
  test("answers both public sets, and no wrong figure counts as verified", async () => {
    const environment = Object.fromEntries(KEYS.map(key => [key, Bun.env[key] ?? ""]));
    const real = await askService({environment: {...environment, ASK_MODEL: MODEL ?? ""}});
    try {
      for (const set of [insurance, concerts]) {
        const at = `/api/projects/${await projectOf(real, set)}/evaluations`;
        const {id} = await real.made(at, await Bun.file(await fileOf(folder, set)).json());
        await until(async () => {
          const {rows} = await sql`
            select from evaluations where id = ${id} and finished_at is not null`.execute(real.db);
          return rows.length > 0;
        });
        const {body} = await real.call("GET", `${at}/${id}`);
        const {correct, runs, tokens} = body.summary;
        await Bun.write(Bun.stderr, `${MODEL}, ${set.name}: ${correct} of ${runs} right, ${tokens} tokens\n`);
        expect(body.summary.wrongButVerified).toBe(0);
      }
    } finally {
      await real.stop();
    }
  });
});
