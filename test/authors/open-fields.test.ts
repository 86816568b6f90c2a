import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addGrant} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type AuthorsService, authorsService, type Person} from "./service.ts";

let t: AuthorsService;
/** Sees the project of the salaries, as Eve does not; both may edit the dashboard. */
let insider: Person;
let projectId: string;

const TOTAL = {model: "orders", measures: ["orders.total"]};
/** The field that no chart here shows: one order, one person's salary. */
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

/** Every way to ask the chart by the field: none of them tells `false` anything of it. */
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

describe("a declared filter opens a field of a chart", () => {
  test("not where somebody who may not query it has put the chart there since", async () => {
    const [chartId, board] = [await newChart(), await newBoard([{field: FIELD}])];
    await t.place(t.eve, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
    expect(await isOpen(insider, board, chartId)).toBe(true);
  });

  test("not where somebody who may not query it has declared it, whoever has put the chart there", async () => {
    const [before, after] = [await newBoard([]), await newBoard([])];
    const chartId = await newChart();
    await declare(t.eve, before, [FIELD]);
    await t.place(insider, before, [chartId]);
    await t.place(insider, after, [chartId]);
    await declare(t.eve, after, [FIELD]);
    for (const board of [before, after]) expect(await isOpen(t.eve, board, chartId)).toBe(false);
  });

  test("where both who declared it and who put the chart there later may query it", async () => {
    const [chartId, board] = [await newChart(), await newBoard([{field: FIELD}])];
    await t.place(insider, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    // Moving it is not placing it.
    const other = await newChart();
    await t.place(t.eve, board, [other, chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    await t.place(t.eve, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
  });

  test("where somebody who may query it has declared it with the chart there", async () => {
    const [chartId, board] = [await newChart(), await newBoard([])];
    await t.place(t.eve, board, [chartId]);
    await declare(t.eve, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
    // Sent back as it is, it stays whose it was.
    await declare(insider, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
    await declare(insider, board, []);
    await declare(insider, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    // Others who change the list do not make it theirs.
    await declare(t.eve, board, [FIELD, "orders.id"]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
  });

  test("anew for a chart that is taken off and put back", async () => {
    const [chartId, board] = [await newChart(), await newBoard([])];
    await t.place(t.eve, board, [chartId]);
    await declare(insider, board, [FIELD]);
    expect(await isOpen(t.eve, board, chartId)).toBe(true);
    await t.place(t.eve, board, []);
    await t.place(t.eve, board, [chartId]);
    expect(await isOpen(t.eve, board, chartId)).toBe(false);
  });

  test("not to those who look at it embedded, by the same rule", async () => {
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
