import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addPerson} from "../support/people.ts";
import {type AuthorsService, authorsService, NORTH, type Person} from "./service.ts";

/** A dataset that offers every field of its model, with the rows of the north only. */
const CUT = {model: "customers", filters: NORTH.filters};
const WHOLE = {model: "customers"};

let t: AuthorsService;
let projectId: string;

beforeAll(async () => {
  t = await authorsService();
  ({projectId} = t.shops.duckdb);
});

afterAll(() => t?.stop());

const dataset = ({token}: Person, name: string, definition: object) =>
  t.made(`/api/projects/${projectId}/datasets`, {name, kind: "live", definition, teamId: t.teamId}, token);

const deleted = ({token}: Person, id: string) => t.call("DELETE", `/api/datasets/${id}`, {token});

/** Everything that can store a query over the dataset, or refer to the dataset, as Alice saves it. */
const KEEPERS = {
  "an action's snapshot": (slug: string) => [
    "/api/actions",
    {
      trigger: {type: "manual"},
      effects: [
        {
          type: "snapshot_dataset",
          name: "Frozen",
          projectId,
          query: {model: slug, dimensions: [`${slug}.name`]},
        },
      ],
    },
  ],
  "an action's threshold": (slug: string) => [
    "/api/actions",
    {
      trigger: {
        type: "threshold",
        query: {model: slug, measures: [`${slug}.count`]},
        measure: `${slug}.count`,
        op: ">",
        value: 0,
        mode: "while_true",
        cron: "0 8 * * 1",
      },
      effects: [{type: "email", recipients: ["eve@example.com"], subject: "S", message: "M"}],
    },
  ],
  "a schedule's condition": (slug: string) => [
    "/api/schedules",
    {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      recipients: ["eve@example.com"],
      condition: {
        type: "threshold",
        query: {model: slug, measures: [`${slug}.count`]},
        measure: `${slug}.count`,
        op: ">",
        value: 0,
      },
    },
  ],
  "a schedule that sends it": (_: string, id: string) => [
    "/api/schedules",
    {resourceType: "dataset", resourceId: id, cron: "0 8 * * 1", recipients: ["eve@example.com"]},
  ],
} satisfies Record<string, (slug: string, id: string) => [string, object] | (string | object)[]>;

let chartId = "";
let count = 0;

async function keep(what: keyof typeof KEEPERS, more: object = {}) {
  chartId ||= await t.chart(t.alice, NORTH);
  const made = await dataset(t.eve, `EU ${++count}`, CUT);
  const [path, body] = KEEPERS[what](made.slug, made.id);
  const keeper = await t.made(
    String(path),
    {name: `Keeper ${count}`, ...Object(body), ...more},
    t.alice.token,
  );
  return {made, keeper, path: `${path}/${keeper.id}`};
}

describe("a dataset that other people's work uses", () => {
  test.each(Object.keys(KEEPERS).filter((one): one is keyof typeof KEEPERS => one in KEEPERS))(
    "is not deleted while %s uses it, and the work is named only to people who see it",
    async what => {
      const {made, keeper, path} = await keep(what, {teamId: t.teamId});
      const refused = await deleted(t.eve, made.id);
      expect(refused).toMatchObject({status: 409, body: {code: "conflict"}});
      expect(refused.body.detail).toContain(keeper.id);
      const kind = path.includes("schedules") ? "schedules" : "actions";
      const usage = await t.call("GET", `/api/datasets/${made.id}/usage`, {token: t.eve.token});
      expect(usage.body).toMatchObject({[kind]: [{id: keeper.id, name: keeper.name}], hidden: 0});
      await t.call("PUT", path, {token: t.alice.token, body: {...keeper, teamId: null}});
      const hidden = await deleted(t.eve, made.id);
      expect(hidden.status).toBe(409);
      expect(hidden.body.detail).not.toContain(keeper.id);
      expect(hidden.body.detail).toContain("1 that you cannot see");
      expect((await t.call("GET", `/api/datasets/${made.id}/usage`, {token: t.eve.token})).body.hidden).toBe(
        1,
      );
      expect((await t.call("DELETE", path, {token: t.alice.token})).status).toBe(204);
      expect((await deleted(t.eve, made.id)).status).toBe(204);
    },
  );

  test("is not deleted while it is in an agent's grounding, or while a sheet queries it", async () => {
    const made = await dataset(t.eve, "Grounds", CUT);
    const grounding = [{resourceType: "dataset", resourceId: made.id}];
    const agent = await t.agent([], {grounding});
    expect((await deleted(t.eve, made.id)).body.detail).toContain(agent.id);
    const tabs = [
      {name: "S", queries: [{anchor: "A1", query: {model: made.slug, dimensions: [`${made.slug}.name`]}}]},
    ];
    const sheet = await t.made("/api/sheets", {name: "Asks", tabs, teamId: t.teamId}, t.alice.token);
    expect((await t.call("GET", `/api/datasets/${made.id}/usage`)).body).toEqual({
      charts: [],
      dashboards: [],
      sheets: [{id: sheet.id, name: "Asks"}],
      actions: [],
      schedules: [],
      agents: [{id: agent.id, name: agent.name}],
      hidden: 0,
    });
  });

  test("is identified by its id: another one with its name makes the work fail with that reason, and its rows go nowhere", async () => {
    const {made, keeper} = await keep("an action's snapshot", {teamId: t.teamId});
    const threshold = await keep("an action's threshold", {teamId: t.teamId});
    for (const one of [made, threshold.made]) {
      // As an older version would have allowed.
      await sql`delete from content where id = ${one.id}`.execute(t.db);
      const again = await dataset(t.eve, one.name, WHOLE);
      expect(again.slug).toBe(one.slug);
    }
    const condition = await keep("a schedule's condition");
    await sql`delete from content where id = ${condition.made.id}`.execute(t.db);
    await dataset(t.eve, condition.made.name, WHOLE);
    const delivery = await t.due(condition.keeper.id);
    expect(delivery).toMatchObject({status: "failed", error: expect.stringContaining(condition.made.id)});
    const frozen = await t.acted(t.alice, keeper.id);
    expect(frozen).toMatchObject({status: "failed", effects: [{error: expect.stringContaining(made.id)}]});
    const run = await t.acted(t.alice, threshold.keeper.id);
    expect(run).toMatchObject({status: "failed", error: expect.stringContaining(threshold.made.id)});
    expect(t.mailTo("eve@example.com")).toEqual([]);
  });

  test("cannot be replaced by a dataset whose slug is its id", async () => {
    const {made, keeper} = await keep("an action's snapshot", {teamId: t.teamId});
    await sql`delete from content where id = ${made.id}`.execute(t.db);
    const again = await dataset(t.eve, made.id, WHOLE);
    expect(again.slug).not.toBe(made.id);
    // Such a slug may exist from an earlier version.
    await sql`update datasets set slug = ${made.id} where id = ${again.id}`.execute(t.db);
    expect((await t.acted(t.alice, keeper.id)).status).toBe("failed");
  });

  test("is named by its id in saved work, and saving that again changes nothing", async () => {
    const {made, keeper, path} = await keep("an action's threshold", {teamId: t.teamId});
    expect(keeper.trigger.query.model).toBe(made.id);
    const same = await addPerson(t, {teams: [{id: t.teamId, role: "member"}]});
    const back = await t.call("PUT", path, {token: same.token, body: keeper});
    expect(back).toMatchObject({status: 200, body: {runAs: t.alice.id}});
    const bySlug = structuredClone(keeper);
    bySlug.trigger.query.model = made.slug;
    const again = await t.call("PUT", path, {token: same.token, body: bySlug});
    expect(again).toMatchObject({status: 200, body: {runAs: t.alice.id}});
  });
});
