import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson} from "../support/people.ts";
import {ALL, type AuthorsService, authorsService, NORTH} from "./service.ts";

let t: AuthorsService;

beforeAll(async () => {
  t = await authorsService();
});

afterAll(() => t?.stop());

/** Patterns of rows in a mail's text. */
const [ADA, BO] = [/^Ada$/m, /^Bo$/m];
const REFUSED = "It was added to the dashboard by somebody who gets other rows";

/** Alice's schedule of a dashboard with the north's chart, and a function that returns its next mail. */
async function scheduled(email: string) {
  const {alice, teamId} = t;
  const [north, all] = [await t.chart(alice, NORTH), await t.chart(alice, ALL, {name: "Everybody"})];
  const board = await t.board(alice, [north]);
  const body = {resourceType: "dashboard", resourceId: board, cron: "0 8 * * 1", recipients: [email], teamId};
  const {id} = await t.made("/api/schedules", body, alice.token);
  return {
    north,
    all,
    board,
    save: async () =>
      expect((await t.call("PUT", `/api/schedules/${id}`, {token: alice.token, body})).status).toBe(200),
    async mail() {
      const {status} = await t.sent(id, alice.token);
      return {status, text: t.mailTo(email).at(-1)?.mail.text ?? ""};
    },
  };
}

describe("a chart that somebody has placed on a dashboard since its mail was saved", () => {
  test("is not sent with rows that its placer does not get, until the mail's principal saves the mail", async () => {
    const {all, north, board, mail, save} = await scheduled("planted@example.com");
    expect((await mail()).text).toMatch(ADA);
    await t.place(t.eve, board, [north, all]);
    const planted = await mail();
    expect(planted.status).toBe("failed");
    expect(planted.text).toContain(REFUSED);
    expect(planted.text).toMatch(ADA);
    expect(planted.text).not.toMatch(BO);
    await save();
    expect(await mail()).toMatchObject({status: "succeeded", text: expect.stringMatching(BO)});
  });

  test("is sent if its placer gets the same rows", async () => {
    const same = await addPerson(t, {
      teams: [{id: t.teamId, role: "member"}],
      attributes: {region: ["south", "north"]},
    });
    const {all, north, board, mail} = await scheduled("same@example.com");
    await t.place(same, board, [north, all]);
    expect(await mail()).toMatchObject({status: "succeeded", text: expect.stringMatching(BO)});
  });

  test("keeps its placer when others move it", async () => {
    const {all, north, board, mail} = await scheduled("moved@example.com");
    await t.place(t.alice, board, [north, all]);
    await t.place(t.eve, board, [all, north]);
    expect(await mail()).toMatchObject({status: "succeeded", text: expect.stringMatching(BO)});
  });

  test("is judged again if it was removed and placed again", async () => {
    const {all, north, board, mail, save} = await scheduled("again@example.com");
    await t.place(t.alice, board, [north, all]);
    await save();
    await t.place(t.eve, board, [north]);
    await t.place(t.eve, board, [north, all]);
    const {status, text} = await mail();
    expect(status).toBe("failed");
    expect(text).not.toMatch(BO);
  });
});

describe("a scheduled chart whose query was changed by somebody with fewer rows", () => {
  test("is judged again even if the old query was restored", async () => {
    const {alice, eve, teamId} = t;
    const chartId = await t.chart(alice, ALL);
    const recipients = ["put-back@example.com"];
    const body = {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients, teamId};
    const {id} = await t.made("/api/schedules", body, alice.token);
    expect((await t.sent(id, alice.token)).status).toBe("succeeded");
    expect(t.mailTo("put-back@example.com").at(-1)?.mail.text).toMatch(BO);
    for (const query of [NORTH, ALL]) {
      const put = await t.call("PATCH", `/api/charts/${chartId}`, {token: eve.token, body: {query}});
      expect(put.status).toBe(200);
    }
    expect((await t.sent(id, alice.token)).status).toBe("failed");
    expect(t.mailTo("put-back@example.com").at(-1)?.mail.text).not.toMatch(BO);
  });
});

describe("an agent over a dashboard", () => {
  test.each(["the dashboard", "the chart"])(
    "reads no rows of a chart that was planted there, by %s",
    async by => {
      const admin = await addPerson(t, {role: "admin", attributes: {region: ["north", "south"]}});
      const [north, all] = [await t.chart(t.alice, NORTH), await t.chart(t.alice, ALL, {name: "Everybody"})];
      const board = await t.board(t.alice, [north]);
      const asked = by === "the chart" ? all : board;
      const turns = [
        {calls: [{name: "get_data", arguments: {id: asked}}]},
        {calls: [{name: "give_answer", arguments: {title: "T", sections: [{text: "Done."}], figures: []}}]},
      ];
      const grounding = [{resourceType: "dashboard", resourceId: board}];
      const {id} = await t.agent(turns, {grounding, teamId: null}, {token: admin.token});
      await t.place(t.eve, board, [north, all]);
      const {runId} = await t.made(`/api/agents/${id}/run`, {}, admin.token);
      const run = await t.runEnded(id, runId, admin.token);
      const told = JSON.stringify(run.transcript);
      expect(told).toContain(REFUSED);
      expect(told).not.toContain("Bo\\n");
      expect(run.evidence.map((one: {columns: string[]}) => one.columns)).toEqual(
        by === "the chart" ? [] : [["customers.name"]],
      );
    },
  );
});

describe("a chart that an agent creates", () => {
  test("has the query that the agent's run decides, whoever owns it", async () => {
    // Alice owns the agent. Somebody with fewer rows wrote its instructions, so that its runs have that person's rights.
    const owner = await addPerson(t, {role: "admin", attributes: {region: ["north", "south"]}});
    const other = await addPerson(t, {role: "admin", attributes: {region: ["north"]}});
    const give = (query: object) => ({
      calls: [
        {
          name: "give_answer",
          arguments: {
            title: "T",
            sections: [{text: "Done."}],
            figures: [],
            charts: [{name: "Made", type: "table", query: {measures: [], ...query}}],
          },
        },
      ],
    });
    const grounding = [{resourceType: "model", resourceId: `${t.shops.duckdb.projectId}/customers`}];
    const outputs = [{type: "chart", name: "Made"}];
    const agent = await t.agent([give(NORTH)], {grounding, outputs}, {token: owner.token});
    const run = async (token: string) =>
      t.runEnded(agent.id, (await t.made(`/api/agents/${agent.id}/run`, {}, token)).runId, token);
    const made = (await run(owner.token)).outputs[0].id;
    const recipients = ["made@example.com"];
    const body = {resourceType: "chart", resourceId: made, cron: "0 8 * * 1", recipients};
    const {id} = await t.made("/api/schedules", body, owner.token);
    const instructions = "Something else.";
    t.provider.script(instructions, [give(ALL)]);
    const changed = {...agent, instructions};
    expect((await t.call("PUT", `/api/agents/${agent.id}`, {token: other.token, body: changed})).status).toBe(
      200,
    );
    expect((await run(other.token)).outputs[0].id).toBe(made);
    expect((await t.sent(id, owner.token)).status).toBe("failed");
    expect(t.mailTo("made@example.com").at(-1)?.mail.text).not.toMatch(BO);
  });
});

describe("an agent over a sheet", () => {
  const tabs = (query: object, title = "x") => [
    {name: "Sheet1", cells: {D1: title}, queries: [{anchor: "A1", query}]},
  ];
  const asking = async (
    change: (sheetId: string, token: string) => Promise<void>,
    by: "alice" | "eve" | "same",
  ) => {
    const admin = await addPerson(t, {
      role: "admin",
      teams: [{id: t.teamId, role: "member"}],
      attributes: {region: ["north", "south"]},
    });
    const same = await addPerson(t, {
      teams: [{id: t.teamId, role: "member"}],
      attributes: {region: ["north", "south"]},
    });
    const body = {name: "S", teamId: t.teamId, tabs: tabs(NORTH)};
    const {id: sheetId} = await t.made("/api/sheets", body, admin.token);
    const turns = [
      {calls: [{name: "get_data", arguments: {id: sheetId}}]},
      {calls: [{name: "give_answer", arguments: {title: "T", sections: [{text: "Done."}], figures: []}}]},
    ];
    const grounding = [{resourceType: "sheet", resourceId: sheetId}];
    const {id} = await t.agent(turns, {grounding}, {token: admin.token});
    await change(sheetId, {alice: admin, eve: t.eve, same}[by].token);
    const {runId} = await t.made(`/api/agents/${id}/run`, {}, admin.token);
    const run = await t.runEnded(id, runId, admin.token);
    return String(run.transcript[0].toolCalls[0].result);
  };
  const put = (query: object) => async (sheetId: string, token: string) => {
    const body = {name: "S", tabs: tabs(query, "changed")};
    expect((await t.call("PUT", `/api/sheets/${sheetId}`, {token, body})).status).toBe(200);
  };

  test("reads the sheet if its cells were changed by people with the same rows, and not if by others", async () => {
    expect(await asking(put(ALL), "eve")).toContain("It was changed by somebody who gets other rows");
    expect(await asking(put(ALL), "same")).toContain("Bo");
    expect(await asking(put(ALL), "alice")).toContain("Bo");
  });
});
