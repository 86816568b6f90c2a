import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {publish} from "../../shared/core/change-notices.ts";
import {addPerson} from "../support/people.ts";
import {type AuthorsService, authorsService, NORTH, type Person} from "./service.ts";

let t: AuthorsService;
let admin: Person;
let agentId: string;
let scheduleId: string;

beforeAll(async () => {
  t = await authorsService();
  admin = await addPerson(t, {
    role: "admin",
    teams: [{id: t.teamId, role: "member"}],
    attributes: {region: ["north", "south"]},
  });
  agentId = (await t.agent([], {}, {token: admin.token})).id;
  const chartId = await t.chart(t.alice, NORTH);
  const recipients = ["hand@example.com"];
  const body = {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients};
  scheduleId = (await t.made("/api/schedules", {...body, teamId: t.teamId}, t.alice.token)).id;
});

afterAll(() => t?.stop());

const EFFECTS = {
  run_agent: () => ({type: "run_agent", agentId}),
  run_delivery: () => ({type: "run_delivery", scheduleId}),
  keep: () => ({
    type: "snapshot_dataset",
    name: "Kept",
    projectId: t.shops.duckdb.projectId,
    query: NORTH,
    keep: 1,
  }),
};
type Name = keyof typeof EFFECTS;

const action = async (name: Name, person = admin) =>
  (
    await t.made(
      "/api/actions",
      {name, teamId: t.teamId, trigger: {type: "manual"}, effects: [EFFECTS[name]()]},
      person.token,
    )
  ).id;

const run = (id: string, {token}: {token: string}, body: object = {}) =>
  t.call("POST", `/api/actions/${id}/runs`, {token, body});

const runsOf = async (id: string) => (await t.call("GET", `/api/actions/${id}/runs`)).body;

describe("an action of the team cannot be run by hand by a person who may not do the same by hand:", () => {
  test("run an agent, which needs the service account of an org-admin", async () => {
    const id = await action("run_agent");
    expect((await t.call("POST", `/api/agents/${agentId}/run`, {token: t.eve.token, body: {}})).status).toBe(
      403,
    );
    for (const body of [{}, {dryRun: true}]) {
      const refused = await run(id, t.eve, body);
      expect(refused).toMatchObject({status: 403, body: {code: "missing_privilege"}});
      expect(refused.body.detail).toContain('Effect 0 is "run_agent"');
    }
    expect(await runsOf(id)).toEqual([]);
    expect((await t.call("GET", `/api/agents/${agentId}/runs`)).body).toEqual([]);
  });

  test("send a schedule, which needs its owner, the lead of its team or an org-admin", async () => {
    const id = await action("run_delivery", t.alice);
    expect(
      (await t.call("POST", `/api/schedules/${scheduleId}/run`, {token: t.eve.token, body: {}})).status,
    ).toBe(403);
    expect((await run(id, t.eve)).status).toBe(403);
    expect((await run(id, t.eve, {dryRun: true})).status).toBe(403);
    const lead = await addPerson(t, {teams: [{id: t.teamId, role: "lead"}]});
    for (const person of [lead, t.alice]) {
      const {status, body} = await run(id, person, {dryRun: true});
      expect([status, body.code]).toEqual([202, undefined]);
    }
    expect(t.mailTo("hand@example.com")).toEqual([]);
  });

  test("send a schedule that the person cannot see, which is refused in the same way, without its name", async () => {
    const hidden = await t.chart(t.alice, NORTH, {teamId: null});
    const body = {
      resourceType: "chart",
      resourceId: hidden,
      cron: "0 8 * * 1",
      recipients: ["hid@example.com"],
    };
    const schedule = await t.made("/api/schedules", {name: "Hidden one", ...body}, t.alice.token);
    const effects = [{type: "run_delivery", scheduleId: schedule.id}];
    const made = {name: "Hides", teamId: t.teamId, trigger: {type: "manual"}, effects};
    const {id} = await t.made("/api/actions", made, t.alice.token);
    const refused = await run(id, t.eve);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain("Hidden one");
    // Once the schedule is deleted, everybody learns from the run that it is gone.
    expect((await t.call("DELETE", `/api/schedules/${schedule.id}`)).status).toBe(204);
    const ran = await t.acted(admin, id);
    expect(ran).toMatchObject({status: "failed", effects: [{type: "run_delivery", status: "failed"}]});
  });

  test("delete datasets, which needs the scope `manage`", async () => {
    const id = await action("keep");
    const writer = await addPerson(t, {teams: [{id: t.teamId, role: "member"}]});
    await t.db
      .updateTable("principals")
      .set({scopes: ["read", "write"]})
      .where("id", "=", writer.id)
      .execute();
    await publish(t.db, {kind: "principal", id: writer.id});
    await t.web.notices.caughtUp();
    const refused = await run(id, writer);
    expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
    expect((await run(id, t.eve)).status).toBe(202);
  });

  test("and neither can such a person cancel its run", async () => {
    const id = await action("run_delivery", t.alice);
    const {body} = await run(id, t.alice, {dryRun: true});
    const path = `/api/actions/${id}/runs/${body.id}`;
    expect((await t.call("DELETE", path, {token: t.eve.token})).status).toBe(403);
    expect([204, 409]).toContain((await t.call("DELETE", path, {token: t.alice.token})).status);
  });
});
