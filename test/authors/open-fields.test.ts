import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addGrant} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type AuthorsService, authorsService, type Person} from "./service.ts";

let t: AuthorsService;
/** A person who sees the project of the salaries, as Eve does not. Both may edit the dashboard. */
let insider: Person;
let projectId: string;

const TOTAL = {model: "orders", measures: ["orders.total"]};
/** A field that no chart here shows. It identifies one order, and so one person's salary. */
const FIELD = "orders.status";

beforeAll(async () => {
  t = await authorsService();
  const hr = await addTeam(t, "HR");
  insider = await addPerson(t, {
    teams: [
      {id: hr, role: "member"},
      {id: t.teamId, role: "member"},
    ],
  });
  const {connectionId} = t.shops.duckdb;
  projectId = (await t.made("/api/projects", {name: "HR", connectionId, teamIds: [hr]})).id;
  await t.made(`/api/projects/${projectId}/introspect`, shopGraph("duckdb", "main"));
});

afterAll(() => t?.stop());

const newChart = () => t.chart(insider, TOTAL, {projectId, name: "Total"});
const newBoard = (filters: object[]) => t.board(insider, [], {filters});
const declare = async ({token}: Person, board: string, fields: string[]) => {
  const body = {filters: fields.map(field => ({field}))};
  expect((await t.call("PATCH", `/api/dashboards/${board}`, {token, body})).status).toBe(200);
};

/** Tries every way to filter the chart by the field. All ways must agree. */
async function isOpen({token}: Person, board: string, chartId: string): Promise<boolean> {
  const filters = [{field: FIELD, op: "=", value: "paid"}];
  const answers = await Promise.all([
    t.call("POST", `/api/dashboards/${board}/data`, {token, body: {filters}}),
    t.call("POST", `/api/dashboards/${board}/charts/${chartId}/data`, {token, body: {filters}}),
    t.call("POST", `/api/dashboards/${board}/filters/values`, {token, body: {field: FIELD}}),
  ]);
  const told = answers.map(({status}) => status === 200);
  expect(new Set(told).size).toBe(1);
  return told[0] === true;
}

describe("a declared filter opens a field of a chart only", () => {
  test("if the chart was not placed later by somebody who may not query the field", async () => {
    const [chartId, board] = [await newChart(), await newBoard([{field: FIELD}])];
    await t.place(t.eve, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
    expect(await isOpen(insider, board, chartId)).toBe(true);
  });

  test("if it was not declared by somebody who may not query the field, whoever placed the chart", async () => {
    const [before, after] = [await newBoard([]), await newBoard([])];
    const chartId = await newChart();
    await declare(t.eve, before, [FIELD]);
    await t.place(insider, before, [chartId]);
    await t.place(insider, after, [chartId]);
    await declare(t.eve, after, [FIELD]);
    for (const board of [before, after]) expect(await isOpen(t.eve, board, chartId)).toBe(false);
  });

  test("if both its declarer and the chart's later placer may query the field", async () => {
    const [chartId, board] = [await newChart(), await newBoard([{field: FIELD}])];
    await t.place(insider, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    // Moving a tile does not place it.
    const other = await newChart();
    await t.place(t.eve, board, [other, chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    await t.place(t.eve, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
  });

  test("if somebody who may query the field declares it when the chart is there", async () => {
    const [chartId, board] = [await newChart(), await newBoard([])];
    await t.place(t.eve, board, [chartId]);
    await declare(t.eve, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
    // A filter that is sent back unchanged keeps its declarer.
    await declare(insider, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
    await declare(insider, board, []);
    await declare(insider, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    // People who change the list do not become declarers of its other filters.
    await declare(t.eve, board, [FIELD, "orders.id"]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
  });

  test("until the chart is removed, and after it is placed again by the same rules", async () => {
    const [chartId, board] = [await newChart(), await newBoard([])];
    await t.place(t.eve, board, [chartId]);
    await declare(insider, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    await t.place(t.eve, board, []);
    await t.place(t.eve, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
  });

  test("by the same rules for readers of an embedded dashboard", async () => {
    const [chartId, board] = [await newChart(), await newBoard([{field: FIELD}])];
    await addGrant(t, chartId, {userId: t.eve.id});
    await t.place(t.eve, board, [chartId]);
    const {token} = await t.made(`/api/orgs/${t.org.id}/embed-tokens`, {
      resourceType: "dashboard",
      resourceId: board,
      attributes: {},
    });
    const body = {filters: [{field: FIELD, op: "=", value: "paid"}]};
    const asked = () => t.call("POST", `/api/embed/charts/${chartId}/data`, {token, body});
    const before = await asked();
    expect(before.status === 200 && before.body.filters?.[0]?.applied !== false).toBe(false);
    await t.place(insider, board, []);
    await t.place(insider, board, [chartId]);
    expect((await asked()).status).toBe(200);
  });
});
