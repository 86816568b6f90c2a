import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {DuckDBInstance} from "@duckdb/node-api";
import {callTool} from "../support/mcp.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {QUESTIONS, QUESTIONS_LAYER, seenTables} from "./questions.ts";

// Queries with groups, bins, comparisons, retention and funnels give each reader numbers from the reader's own rows.

type Cell = string | number | null;

const REGIONS = [["north"], ["south"], ["north", "south"]];
const NAMES = Object.keys(QUESTIONS);
let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let teamId: string;
let projectId: string;
let author: string;
const readers = new Map<string, string>();
const byHand = new Map<string, Cell[][]>();

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  ({projectId} = shops.duckdb);
  await made(`/api/projects/${projectId}/introspect`, {graph: QUESTIONS_LAYER}, t.org.admin.token);
  teamId = await addTeam(t, "readers");
  const teams = [{id: teamId, role: "member" as const}];
  for (const region of REGIONS) {
    readers.set(region.join(), (await addPerson(t, {teams, attributes: {region}})).token);
  }
  author = readers.get("north,south") ?? "";
  await answerByHand();
});

afterAll(async () => {
  await t?.stop();
  await shops?.drop();
});

async function made(
  path: string,
  body: object,
  token = author,
): Promise<{id: string; slug: string; token: string}> {
  const answer = await t.call("POST", path, {body, token});
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The rows that each question's handwritten statement returns for each reader. */
async function answerByHand(): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  for (const regions of REGIONS) {
    for (const sql of seenTables(regions)) await connection.run(sql);
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const reader = await connection.runAndReadAll(question.byHand);
      const rows = reader.getRowsJson().map(row => row.map(plain));
      byHand.set(`${name} ${regions}`, rows);
    }
  }
  connection.closeSync();
  instance.closeSync();
}

/** Numbers rounded to nine digits, times as dates. */
function plain(value: unknown): Cell {
  if (value === null || value === undefined || value === "") return null;
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d/.test(text)) return text.slice(0, 10);
  const number = Number(text);
  return Number.isNaN(number) ? text : Number(number.toPrecision(9));
}

/** The cells of a sheet whose only query is at A1. */
function cellsOf(
  tab: {cells: Record<string, unknown>; queries: {rowCount?: number}[]} | undefined,
  width: number,
): Cell[][] | undefined {
  const count = tab?.queries[0]?.rowCount;
  if (tab === undefined || count === undefined) return undefined;
  const cell = (row: number, column: number) => tab.cells[`${String.fromCharCode(65 + column)}${row + 1}`];
  return Array.from({length: count}, (_, row) =>
    Array.from({length: width}, (__, column) => plain(cell(row, column))),
  );
}

/** A date as the number by which a spreadsheet stores it. */
function serial(cell: Cell): Cell {
  if (typeof cell !== "string" || !/^\d{4}-\d\d-\d\d$/.test(cell)) return cell;
  return (Date.parse(cell) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

const expected = (name: string, region: readonly string[]) => byHand.get(`${name} ${region}`) ?? [];
const read = (rows: unknown[][] | undefined) => rows?.map(row => row.map(plain));
const queryOf = (name: string) => ({...QUESTIONS[name]!.query, projectId});

test("the handwritten statements return different rows to each reader", () => {
  for (const name of NAMES) {
    const answers = REGIONS.map(region => JSON.stringify(expected(name, region)));
    expect([name, new Set(answers).size]).toEqual([name, REGIONS.length]);
  }
});

describe.each(NAMES)("%s", name => {
  test("an embedded chart has the rows of its token's attributes", async () => {
    const {id} = await made("/api/charts", {name, type: "table", query: queryOf(name), teamId});
    for (const region of REGIONS) {
      const body = {resourceType: "chart", resourceId: id, attributes: {region}};
      const {token} = await made(`/api/orgs/${t.org.id}/embed-tokens`, body, t.org.admin.token);
      const answer = await t.call("POST", `/api/embed/charts/${id}/data`, {token, body: {}});
      expect([region, read(answer.body.rows) ?? answer.text]).toEqual([region, expected(name, region)]);
    }
  });

  test("a live dataset has the rows of its reader", async () => {
    const {model = "", ...query} = queryOf(name);
    const body = {name, kind: "live", definition: {model}, teamId};
    const {slug} = await made(`/api/projects/${projectId}/datasets`, body);
    for (const region of REGIONS) {
      const token = readers.get(region.join()) ?? "";
      const answer = await t.call("POST", "/api/query", {token, body: {...query, model: slug}});
      expect([region, read(answer.body.rows) ?? answer.text]).toEqual([region, expected(name, region)]);
    }
  });

  test("an agent has the rows of its reader", async () => {
    for (const region of REGIONS) {
      const answer = await callTool(t, "run_query", queryOf(name), readers.get(region.join()));
      const rows = read(answer.structuredContent?.rows) ?? answer.text;
      expect([region, rows]).toEqual([region, expected(name, region)]);
    }
  });

  test("a sheet has the rows of its reader", async () => {
    const queries = [{anchor: "A1", header: false, query: queryOf(name)}];
    const {id} = await made("/api/sheets", {name, tabs: [{name: "One", queries}], teamId});
    for (const region of REGIONS) {
      const token = readers.get(region.join()) ?? "";
      const answer = await t.call("POST", `/api/sheets/${id}/calculate`, {token});
      const rows = expected(name, region).map(row => row.map(serial));
      expect([region, cellsOf(answer.body.tabs?.[0], rows[0]?.length ?? 0) ?? answer.text]).toEqual([
        region,
        rows,
      ]);
    }
  });
});
