import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addGrant} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopGraph} from "../support/warehouse.ts";
import {ALL, type AuthorsService, authorsService, NORTH, type Person} from "./service.ts";

let t: AuthorsService;

beforeAll(async () => {
  t = await authorsService();
});

afterAll(() => t?.stop());

/** Patterns of rows in a mail's text. */
const [ADA, BO] = [/^Ada$/m, /^Bo$/m];

const remove = (person: Person, heir: Person) =>
  t.call("DELETE", `/api/orgs/${t.org.id}/service-accounts/${person.id}?transferTo=${heir.id}`);

/** Alice's schedule sends a dashboard with a chart of the north, to which somebody else adds a chart of all customers. */
async function planted(by: Person, email: string) {
  const {alice, teamId} = t;
  const [north, all] = [await t.chart(alice, NORTH), await t.chart(alice, ALL, {name: "Everybody"})];
  const board = await t.board(alice, [north]);
  const body = {resourceType: "dashboard", resourceId: board, cron: "0 8 * * 1", recipients: [email], teamId};
  const {id} = await t.made("/api/schedules", body, alice.token);
  await t.place(by, board, [north, all]);
  return {
    save: () => t.call("PUT", `/api/schedules/${id}`, {token: alice.token, body}),
    async mail() {
      const {status} = await t.sent(id, alice.token);
      return {status, text: t.mailTo(email).at(-1)?.mail.text ?? ""};
    },
  };
}

describe("a tile that a deleted person placed", () => {
  test("is not treated as the heir's in runs with the heir's rights, if the heir has other attributes", async () => {
    const mallory = await addPerson(t, {
      teams: [{id: t.teamId, role: "member"}],
      attributes: {region: ["north"]},
    });
    const {mail, save} = await planted(mallory, "heir@example.com");
    expect((await mail()).status).toBe("failed");
    expect((await remove(mallory, t.alice)).status).toBe(204);
    const inherited = await mail();
    expect(inherited.status).toBe("failed");
    expect(inherited.text).toMatch(ADA);
    expect(inherited.text).not.toMatch(BO);
    expect((await save()).status).toBe(200);
    expect(await mail()).toMatchObject({status: "succeeded", text: expect.stringMatching(BO)});
  });

  test("is treated as the heir's if both get the same rows", async () => {
    const same = await addPerson(t, {
      teams: [{id: t.teamId, role: "member"}],
      attributes: {region: ["north", "south"]},
    });
    const {mail} = await planted(same, "equal@example.com");
    expect((await remove(same, t.alice)).status).toBe(204);
    expect(await mail()).toMatchObject({status: "succeeded", text: expect.stringMatching(BO)});
  });
});

describe("a chart that a deleted person placed on a dashboard", () => {
  test("is opened by declared filters no further than the person could, whatever the heir may query", async () => {
    const [hr, field] = [await addTeam(t, "HR"), "orders.status"];
    const teams = [hr, t.teamId].map(id => ({id, role: "member" as const}));
    const [insider, outsider] = [
      await addPerson(t, {teams}),
      await addPerson(t, {teams: [{id: t.teamId, role: "member"}]}),
    ];
    const {connectionId} = t.shops.duckdb;
    const {id: projectId} = await t.made("/api/projects", {name: "HR", connectionId, teamIds: [hr]});
    await t.made(`/api/projects/${projectId}/introspect`, shopGraph("duckdb", "main"));
    const total = {model: "orders", measures: ["orders.total"]};
    const chartId = await t.chart(insider, total, {projectId, name: "Total"});
    const board = await t.board(insider, [], {filters: [{field}]});
    await t.place(outsider, board, [chartId]);
    const asked = async () => {
      const body = {filters: [{field, op: "=", value: "paid"}]};
      return (await t.call("POST", `/api/dashboards/${board}/data`, {token: t.eve.token, body})).status;
    };
    expect(await asked()).toBe(422);
    expect((await remove(outsider, insider)).status).toBe(204);
    expect(await asked()).toBe(422);
    await t.place(insider, board, []);
    await t.place(insider, board, [chartId]);
    expect(await asked()).toBe(200);
  });

  test("can be changed by no more people than the person could allow", async () => {
    const [owner, placer, guest] = [await addPerson(t), await addPerson(t), await addPerson(t)];
    const chartId = await t.chart(owner, NORTH, {teamId: null});
    await addGrant(t, chartId, {userId: placer.id});
    const board = await t.board(placer, [chartId], {teamId: null});
    await addGrant(t, board, {userId: guest.id, cascade: "edit"});
    const path = `/api/charts/${chartId}`;
    const rename = async () =>
      (await t.call("PATCH", path, {token: guest.token, body: {name: "Mine"}})).status;
    expect(await rename()).toBe(403);
    expect((await remove(placer, owner)).status).toBe(204);
    expect(await rename()).toBe(403);
    expect((await t.call("GET", path, {token: guest.token})).status).toBe(200);
    await t.place(owner, board, []);
    await t.place(owner, board, [chartId]);
    expect(await rename()).toBe(200);
  });
});

describe("work of a deleted person whose heir has other attributes", () => {
  /** Sends Alice's chart to Mallory, who gets the north only. It is Alice's from now on. */
  async function inherited(path: "schedules" | "actions", {active}: {active: boolean}) {
    const {alice, teamId} = t;
    const [mallory, lead] = [
      await addPerson(t, {teams: [{id: teamId, role: "lead"}], attributes: {region: ["north"]}}),
      await addPerson(t, {teams: [{id: teamId, role: "lead"}], attributes: {region: ["north"]}}),
    ];
    const chartId = await t.chart(alice, ALL);
    const recipients = ["mallory@example.com"];
    const body = {
      schedules: {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients, teamId},
      actions: {
        name: "Mail",
        trigger: {type: "schedule", cron: "0 8 * * 1"},
        effects: [{type: "email", recipients, subject: "S", message: "M", chartId}],
        teamId,
      },
    }[path];
    const {id} = await t.made(`/api/${path}`, body, mallory.token);
    const activate = async ({token}: Person, to: boolean) =>
      (await t.call("PATCH", `/api/${path}/${id}/active`, {token, body: {active: to}})).status;
    if (!active) expect(await activate(mallory, false)).toBe(200);
    expect((await remove(mallory, alice)).status).toBe(204);
    const way = path === "schedules" ? "run" : "runs";
    const run = async ({token}: Person) =>
      (await t.call("POST", `/api/${path}/${id}/${way}`, {token})).status;
    return {id, lead, activate, run};
  }

  test.each(["schedules", "actions"] as const)(
    "cannot be run by somebody else before the heir resumes it: %s",
    async path => {
      const {lead, run, activate} = await inherited(path, {active: true});
      expect(await run(lead)).toBe(403);
      expect(await run(t.alice)).toBe(202);
      expect(await run(lead)).toBe(403);
      expect(await activate(t.alice, true)).toBe(200);
      expect(await run(lead)).toBe(202);
    },
  );

  test.each(["schedules", "actions"] as const)(
    "cannot be resumed by somebody else if it was paused before: %s",
    async path => {
      const {lead, run, activate} = await inherited(path, {active: false});
      expect(await activate(lead, true)).toBe(403);
      expect(await run(lead)).toBe(403);
      expect(await activate(t.alice, true)).toBe(200);
    },
  );

  test("is not sent by somebody else's action", async () => {
    const {id: scheduleId, lead} = await inherited("schedules", {active: true});
    const effects = [{type: "run_delivery", scheduleId}];
    const action = {name: "Send", trigger: {type: "manual"}, effects, teamId: t.teamId};
    const made = await t.call("POST", "/api/actions", {token: lead.token, body: action});
    expect(made.status).toBe(422);
  });
});
