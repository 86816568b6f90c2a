import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addChart, addContent, addDashboard, addSheet} from "../../support/content.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let projectId: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  projectId = shops.duckdb.projectId;
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

type Person = Awaited<ReturnType<typeof addPerson>>;

const of = (resourceType: string, resourceId: string) =>
  `resourceType=${resourceType}&resourceId=${resourceId}`;
const list = (token: string, type: string, id: string) =>
  t.call("GET", `/api/grants?${of(type, id)}`, {token});
const post = (token: string, body: object, headers = {}) =>
  t.call("POST", "/api/grants", {token, body, headers});
const revoke = (token: string, grantId: string, type: string, id: string) =>
  t.call("DELETE", `/api/grants/${grantId}?${of(type, id)}`, {token});
const status = async (token: string, id: string) =>
  (await t.call("GET", `/api/charts/${id}`, {token})).status;
const rename = async (token: string, id: string) =>
  (await t.call("PATCH", `/api/charts/${id}`, {token, body: {name: "Renamed"}})).status;

async function chartOf({id}: {id: string}, teamId?: string): Promise<string> {
  return addChart(t, projectId, {ownerId: id, teamId: teamId ?? null});
}

describe("a grant", () => {
  test("is shown as it was created, and is in the list of its own resource only", async () => {
    const [owner, guest] = [await addPerson(t), await addPerson(t)];
    const [chart, other] = [await chartOf(owner), await chartOf(owner)];
    const body = {resourceType: "chart", resourceId: chart, granteeUserId: guest.id, permission: "view"};
    const made = await post(owner.token, body);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^grant_[0-9a-z]{26}$/),
      ...body,
      cascadeChartsPermission: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await list(guest.token, "chart", chart)).body).toEqual([made.body]);
    expect((await list(owner.token, "chart", other)).body).toEqual([]);
    // A grant that was read can be sent back.
    const again = await post(owner.token, made.body);
    expect([again.status, again.body]).toEqual([200, made.body]);
  });

  test("is for any principal of the organization: a person, a service account, an org-admin", async () => {
    const owner = await addPerson(t);
    const chart = await chartOf(owner);
    for (const granteeUserId of [t.org.adminUser.id, t.org.viewer.id, owner.id]) {
      const body = {resourceType: "chart", resourceId: chart, granteeUserId, permission: "edit"};
      expect((await post(owner.token, body)).status).toBe(201);
    }
  });

  test("that is created again gets the new permissions, and keeps its id and its time", async () => {
    const owner = await addPerson(t);
    const team = await addTeam(t, "replaced");
    const member = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const dashboard = await addDashboard(t, {ownerId: owner.id});
    const body = {resourceType: "dashboard", resourceId: dashboard, granteeTeamId: team, permission: "view"};
    const first = await post(owner.token, {...body, cascadeChartsPermission: "edit"});
    expect([first.status, first.body.cascadeChartsPermission]).toEqual([201, "edit"]);
    const second = await post(owner.token, {...body, permission: "edit"});
    expect(second.status).toBe(200);
    expect(second.body).toEqual({...first.body, permission: "edit", cascadeChartsPermission: null});
    expect((await list(member.token, "dashboard", dashboard)).body).toEqual([second.body]);
  });

  test("that is created twice at once is one", async () => {
    const [owner, guest] = [await addPerson(t), await addPerson(t)];
    const chart = await chartOf(owner);
    const body = {resourceType: "chart", resourceId: chart, granteeUserId: guest.id, permission: "view"};
    const answers = await Promise.all(Array.from({length: 8}, () => post(owner.token, body)));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect((await list(owner.token, "chart", chart)).body).toHaveLength(1);
  });

  test("is created once for one Idempotency-Key, and not by a person who has lost the right to create it", async () => {
    const team = await addTeam(t, "once");
    const lead = await addPerson(t, {teams: [{id: team, role: "lead"}]});
    const guest = await addPerson(t);
    const chart = await chartOf(lead, team);
    const body = {resourceType: "chart", resourceId: chart, granteeUserId: guest.id, permission: "view"};
    const key = {"idempotency-key": "one-grant"};
    const first = await post(lead.token, body, key);
    const second = await post(lead.token, body, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    const other = await post(lead.token, {...body, permission: "edit"}, key);
    expect([other.status, other.body.code]).toEqual([409, "idempotency_conflict"]);
    await t.call("PUT", `/api/orgs/${t.org.id}/teams/${team}/members/${lead.id}`, {body: {role: "member"}});
    expect((await post(lead.token, body, key)).status).toBe(403);
  });

  test("has its creation and its revocation in the audit log", async () => {
    const [owner, guest] = [await addPerson(t), await addPerson(t)];
    const chart = await chartOf(owner);
    const body = {resourceType: "chart", resourceId: chart, granteeUserId: guest.id, permission: "view"};
    const {id} = (await post(owner.token, body)).body;
    await revoke(owner.token, id, "chart", chart);
    const log = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?limit=2`);
    expect(log.body).toMatchObject([
      {action: "grant.delete", actorId: owner.id, resourceType: "chart", resourceId: chart},
      {
        action: "grant.put",
        actorId: owner.id,
        resourceType: "chart",
        resourceId: chart,
        details: {grantId: id, granteeUserId: guest.id, permission: "view"},
      },
    ]);
  });
});

describe("a grant that is created while", () => {
  const rounds = Array.from({length: 10}, (_, i) => i);

  /** Creates the grant and deletes something at the same time. The grant exists or was refused, and the deletion succeeds. */
  async function race(
    setUp: () => Promise<{body: object; owner: Person; path: string}>,
    refused: number,
  ): Promise<void> {
    await Promise.all(
      rounds.map(async () => {
        const {body, owner, path} = await setUp();
        const [made, gone] = await Promise.all([post(owner.token, body), t.call("DELETE", path)]);
        expect(gone.status).toBe(204);
        expect([201, refused]).toContain(made.status);
      }),
    );
  }

  const ofChart = async (owner: Person) => ({
    resourceType: "chart",
    resourceId: await chartOf(owner),
    permission: "view",
  });

  test("its grantee is deleted is created or refused", () =>
    race(async () => {
      const [owner, guest] = [await addPerson(t), await addPerson(t)];
      const body = {...(await ofChart(owner)), granteeUserId: guest.id};
      return {owner, body, path: `/api/orgs/${t.org.id}/service-accounts/${guest.id}`};
    }, 422));

  test("its team is deleted is created or refused", () =>
    race(async () => {
      const owner = await addPerson(t);
      const team = await addTeam(t, crypto.randomUUID());
      const body = {...(await ofChart(owner)), granteeTeamId: team};
      return {owner, body, path: `/api/orgs/${t.org.id}/teams/${team}`};
    }, 422));

  test("its resource is deleted is created or refused", () =>
    race(async () => {
      const [owner, guest] = [await addPerson(t), await addPerson(t)];
      const body = {...(await ofChart(owner)), granteeUserId: guest.id};
      return {owner, body, path: `/api/charts/${body.resourceId}`};
    }, 404));
});

describe("a list of grants", () => {
  test("is sorted newest first, page by page", async () => {
    const owner = await addPerson(t);
    const chart = await chartOf(owner);
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const granteeUserId = (await addPerson(t)).id;
      const body = {resourceType: "chart", resourceId: chart, granteeUserId, permission: "view"};
      made.unshift((await post(owner.token, body)).body.id);
    }
    const seen: string[] = [];
    let path: string | undefined = `/api/grants?${of("chart", chart)}&limit=2`;
    while (path) {
      const page = await t.call("GET", path, {token: owner.token});
      seen.push(...page.body.map((grant: {id: string}) => grant.id));
      path = page.headers.get("link")?.match(/<(.*)>/)?.[1];
    }
    expect(seen).toEqual(made);
  });

  test.each([
    ["", 422, "/resourceType"],
    ["resourceType=chart", 422, "/resourceId"],
    ["resourceType=model&resourceId=orders", 422, "/resourceType"],
    ["resourceType=chart&resourceId=", 422, "/resourceId"],
    ["resourceType=chart&resourceId=%00", 422, "/resourceId"],
    ["resourceType=chart&resourceId=chart_1&colour=red", 422, "/colour"],
    ["resourceType=chart&resourceId=chart_nowhere", 404, undefined],
    ["resourceType=sheet&resourceId=sheet_01kah5e8x4f2vbqz7n9t3m6r0c", 404, undefined],
  ])("of %j is refused with %d", async (query, expected, path) => {
    const answer = await t.call("GET", `/api/grants?${query}`);
    expect(answer.status).toBe(expected);
    expect(answer.body.code).toBe(expected === 404 ? "not_found" : "invalid_request");
    if (path) expect(answer.body.errors.map((error: {path: string}) => error.path)).toContain(path);
  });

  test("of a resource under another type is 404", async () => {
    const owner = await addPerson(t);
    const chart = await chartOf(owner);
    expect((await list(owner.token, "dashboard", chart)).status).toBe(404);
    const sheet = await addSheet(t, {ownerId: owner.id});
    expect((await list(owner.token, "sheet", sheet)).body).toEqual([]);
  });
});

describe("a grant is refused", () => {
  let owner: Person;
  let team: string;
  let chart: string;
  let dashboard: string;
  let elsewhere: {team: string; person: string; chart: string};

  beforeAll(async () => {
    owner = await addPerson(t);
    team = await addTeam(t, "grantees");
    chart = await chartOf(owner);
    dashboard = await addDashboard(t, {ownerId: owner.id});
    const org = await t.addOrg("Elsewhere");
    const made = await t.call("POST", `/api/orgs/${org.id}/teams`, {
      token: org.admin.token,
      body: {name: "Theirs"},
    });
    elsewhere = {
      team: made.body.id,
      person: org.member.id,
      chart: await addContent({...t, org}, "chart", {ownerId: org.member.id}),
    };
  });

  const cases: [string, () => object, number, string | undefined, RegExp][] = [
    ["to a team and a person", () => ({granteeUserId: owner.id}), 422, "/granteeUserId", /make two grants/],
    ["to nobody", () => ({granteeTeamId: undefined}), 422, "/granteeTeamId", /granteeUserId/],
    ["to null", () => ({granteeTeamId: null}), 422, "/granteeTeamId", /granteeUserId/],
    ["to an empty id", () => ({granteeTeamId: ""}), 422, "/granteeTeamId", /./],
    ["to a team that is not there", () => ({granteeTeamId: "team_no"}), 422, "/granteeTeamId", /"team_no"/],
    ["to a team of another org", () => ({granteeTeamId: elsewhere.team}), 422, "/granteeTeamId", /no team/],
    [
      "to somebody who is not there",
      () => ({granteeTeamId: null, granteeUserId: "user_no"}),
      422,
      "/granteeUserId",
      /"user_no"/,
    ],
    [
      "to somebody of another org",
      () => ({granteeTeamId: null, granteeUserId: elsewhere.person}),
      422,
      "/granteeUserId",
      /no member/,
    ],
    [
      "to a team as if it were a person",
      () => ({granteeTeamId: null, granteeUserId: team}),
      422,
      "/granteeUserId",
      /no member/,
    ],
    [
      "that cascades from a chart",
      () => ({cascadeChartsPermission: "view"}),
      422,
      "/cascadeChartsPermission",
      /dashboard/,
    ],
    ["that owns", () => ({permission: "own"}), 422, "/permission", /view, edit/],
    ["without a permission", () => ({permission: undefined}), 422, "/permission", /required/],
    ["that cascades to own", () => ({cascadeChartsPermission: "own"}), 422, "/cascadeChartsPermission", /./],
    ["on a model", () => ({resourceType: "model"}), 422, "/resourceType", /chart, dashboard, sheet, dataset/],
    ["with a key nobody knows", () => ({granteeteamId: team}), 422, "/granteeteamId", /granteeTeamId/],
    ["on a chart that is not there", () => ({resourceId: "chart_no"}), 404, undefined, /"chart_no"/],
    ["on a chart of another org", () => ({resourceId: elsewhere.chart}), 404, undefined, /no chart/],
    [
      "on a sheet that is not there",
      () => ({resourceType: "sheet", resourceId: "sheet_no"}),
      404,
      undefined,
      /sheet/,
    ],
    ["on a dashboard that is a chart", () => ({resourceType: "dashboard"}), 404, undefined, /no dashboard/],
  ];
  test.each(cases)("%s", async (_, more, expected, path, sentence) => {
    const body = {
      resourceType: "chart",
      resourceId: chart,
      granteeTeamId: team,
      permission: "view",
      ...more(),
    };
    const answer = await post(owner.token, body);
    expect(answer.status).toBe(expected);
    expect(answer.body.code).toBe(expected === 404 ? "not_found" : "invalid_request");
    if (path) {
      const fault = answer.body.errors.find((error: {path: string}) => error.path === path);
      expect(fault?.message).toMatch(sentence);
    } else expect(answer.body.detail).toMatch(sentence);
    expect((await list(owner.token, "chart", chart)).body).toEqual([]);
  });

  test("with the same message for a team of another organization as for a missing one", async () => {
    const refusal = async (granteeTeamId: string) => {
      const body = {resourceType: "dashboard", resourceId: dashboard, granteeTeamId, permission: "view"};
      const {requestId, ...problem} = (await post(owner.token, body)).body;
      return JSON.parse(JSON.stringify(problem).replaceAll(granteeTeamId, "it"));
    };
    expect(await refusal(elsewhere.team)).toEqual(await refusal("team_no"));
  });

  test("to a person who may only view or edit: only the owner, the team's lead and org-admins may share", async () => {
    const editor = await addPerson(t);
    const body = {resourceType: "chart", resourceId: chart, granteeUserId: editor.id, permission: "edit"};
    const {id} = (await post(owner.token, body)).body;
    const refused = await post(editor.token, {...body, permission: "view"});
    expect([refused.status, refused.body.code]).toEqual([403, "missing_privilege"]);
    // The right is checked before the request.
    expect((await post(editor.token, {...body, granteeTeamId: team})).status).toBe(403);
    expect((await revoke(editor.token, id, "chart", chart)).status).toBe(403);
    expect((await revoke(owner.token, id, "chart", chart)).status).toBe(204);
    expect((await post(editor.token, body)).status).toBe(404);
  });
});

describe("revoking a grant", () => {
  test("twice is 404 the second time", async () => {
    const [owner, guest] = [await addPerson(t), await addPerson(t)];
    const chart = await chartOf(owner);
    const body = {resourceType: "chart", resourceId: chart, granteeUserId: guest.id, permission: "view"};
    const {id} = (await post(owner.token, body)).body;
    expect((await revoke(owner.token, id, "chart", chart)).status).toBe(204);
    const again = await revoke(owner.token, id, "chart", chart);
    expect([again.status, again.body.code]).toEqual([404, "not_found"]);
  });

  test("under another resource than its own is 404, and the grant remains", async () => {
    const [owner, guest] = [await addPerson(t), await addPerson(t)];
    const [chart, other] = [await chartOf(owner), await chartOf(owner)];
    const body = {resourceType: "chart", resourceId: chart, granteeUserId: guest.id, permission: "view"};
    const {id} = (await post(owner.token, body)).body;
    expect((await revoke(owner.token, id, "chart", other)).status).toBe(404);
    expect((await revoke(owner.token, id, "dashboard", chart)).status).toBe(404);
    expect((await t.call("DELETE", `/api/grants/${id}`, {token: owner.token})).status).toBe(422);
    expect((await list(owner.token, "chart", chart)).body).toHaveLength(1);
  });
});

describe("the next request", () => {
  test("to any web process applies a created or revoked grant, a changed membership and a deleted team", async () => {
    const second = await t.another();
    const [owner, guest] = [await addPerson(t), await addPerson(t)];
    const team = await addTeam(t, "at once");
    const chart = await chartOf(owner);
    const seen = async () => {
      await second.web.notices.caughtUp();
      const there = await second.call("GET", `/api/charts/${chart}`, {token: guest.token});
      const listed = await second.call("GET", "/api/charts", {token: guest.token});
      expect(listed.body.some((one: {id: string}) => one.id === chart)).toBe(there.status === 200);
      expect(await status(guest.token, chart)).toBe(there.status);
      return there.status;
    };
    const body = {resourceType: "chart", resourceId: chart, permission: "view"};
    expect(await seen()).toBe(404);
    const direct = await post(owner.token, {...body, granteeUserId: guest.id});
    expect(await seen()).toBe(200);
    await revoke(owner.token, direct.body.id, "chart", chart);
    expect(await seen()).toBe(404);
    await post(owner.token, {...body, granteeTeamId: team});
    expect(await seen()).toBe(404);
    const membership = `/api/orgs/${t.org.id}/teams/${team}/members/${guest.id}`;
    await t.call("PUT", membership, {body: {role: "member"}});
    expect(await seen()).toBe(200);
    await t.call("DELETE", membership);
    expect(await seen()).toBe(404);
    await t.call("PUT", membership, {body: {role: "member"}});
    expect(await seen()).toBe(200);
    expect((await t.call("DELETE", `/api/orgs/${t.org.id}/teams/${team}`)).status).toBe(204);
    expect(await seen()).toBe(404);
    expect((await list(owner.token, "chart", chart)).body).toEqual([]);
  });

  test("by a former lead cannot share any more", async () => {
    const team = await addTeam(t, "demoted");
    const lead = await addPerson(t, {teams: [{id: team, role: "lead"}]});
    const chart = await chartOf(lead, team);
    const body = {
      resourceType: "chart",
      resourceId: chart,
      granteeUserId: t.org.member.id,
      permission: "view",
    };
    expect((await post(lead.token, body)).status).toBe(201);
    await t.call("PUT", `/api/orgs/${t.org.id}/teams/${team}/members/${lead.id}`, {body: {role: "member"}});
    expect((await post(lead.token, body)).status).toBe(403);
  });
});

describe("a cascade", () => {
  const share = (token: string, id: string, type: string, granteeUserId: string, more: object) =>
    post(token, {resourceType: type, resourceId: id, granteeUserId, permission: "view", ...more});

  /** A's chart on B's dashboard, which is shared with C by a cascading grant. */
  async function story(cascadeChartsPermission: "view" | "edit", own?: "view" | "edit") {
    const [a, b, c] = [await addPerson(t), await addPerson(t), await addPerson(t)];
    const chart = await chartOf(a);
    const grant = own && (await share(a.token, chart, "chart", b.id, {permission: own})).body.id;
    const dashboard = await addDashboard(t, {ownerId: b.id, tiles: [{chartId: chart, placedBy: b.id}]});
    expect((await share(b.token, dashboard, "dashboard", c.id, {cascadeChartsPermission})).status).toBe(201);
    return {a, b, c, chart, dashboard, grant};
  }

  const listed = async (token: string) =>
    (await t.call("GET", "/api/charts", {token})).body.map((one: {id: string}) => one.id);

  test("goes only as far as its own permission, even if the placer has more rights", async () => {
    const {b, chart} = await story("view", "edit");
    expect(await rename(b.token, chart)).toBe(200);
    const viewer = await story("view", "edit");
    expect(await status(viewer.c.token, viewer.chart)).toBe(200);
    expect(await rename(viewer.c.token, viewer.chart)).toBe(403);
    const editor = await story("edit", "edit");
    expect(await rename(editor.c.token, editor.chart)).toBe(200);
  });

  test("with permission to edit lets nobody edit what its placer may only view", async () => {
    const {c, chart} = await story("edit", "view");
    expect(await status(c.token, chart)).toBe(200);
    expect(await listed(c.token)).toEqual([chart]);
    expect(await rename(c.token, chart)).toBe(403);
    expect((await list(c.token, "chart", chart)).status).toBe(200);
    expect((await t.call("DELETE", `/api/charts/${chart}`, {token: c.token})).status).toBe(403);
  });

  test("ends when the placer's grant is revoked", async () => {
    const {a, c, chart, grant} = await story("edit", "view");
    expect(await status(c.token, chart)).toBe(200);
    await revoke(a.token, grant, "chart", chart);
    expect(await status(c.token, chart)).toBe(404);
    expect(await listed(c.token)).toEqual([]);
  });

  test("opens nothing on which its placer has no right", async () => {
    const {b, c, chart} = await story("edit");
    for (const {token} of [b, c]) {
      expect(await status(token, chart)).toBe(404);
      expect(await listed(token)).toEqual([]);
      expect((await t.call("GET", `/api/charts/${chart}/data`, {token})).status).toBe(404);
      expect(await rename(token, chart)).toBe(404);
    }
  });

  test("cannot be passed on by a person who sees the chart through a cascade alone", async () => {
    const {c, chart} = await story("edit", "edit");
    const d = await addPerson(t);
    const dashboard = await addDashboard(t, {ownerId: c.id, tiles: [{chartId: chart, placedBy: c.id}]});
    await share(c.token, dashboard, "dashboard", d.id, {cascadeChartsPermission: "edit"});
    expect(await rename(c.token, chart)).toBe(200);
    expect(await status(d.token, chart)).toBe(404);
    expect(await listed(d.token)).toEqual([]);
  });

  test("uses the placer with the most rights, and lists the chart once", async () => {
    const {a, b, c, chart} = await story("view", "view");
    const tiles = [
      {chartId: chart, placedBy: a.id},
      {chartId: chart, placedBy: b.id},
    ];
    const dashboard = await addDashboard(t, {ownerId: a.id, tiles});
    await share(a.token, dashboard, "dashboard", c.id, {cascadeChartsPermission: "edit"});
    expect(await rename(c.token, chart)).toBe(200);
    expect(await listed(c.token)).toEqual([chart]);
  });

  test("reaches a team's chart while its placer is in the team, and any chart on an org-admin's tile", async () => {
    const team = await addTeam(t, "placers");
    const placer = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const boss = await addPerson(t, {role: "admin"});
    const [c, d] = [await addPerson(t), await addPerson(t)];
    const chart = await chartOf(placer, team);
    const byMember = await addDashboard(t, {
      ownerId: placer.id,
      tiles: [{chartId: chart, placedBy: placer.id}],
    });
    const byAdmin = await addDashboard(t, {ownerId: boss.id, tiles: [{chartId: chart, placedBy: boss.id}]});
    await share(placer.token, byMember, "dashboard", c.id, {cascadeChartsPermission: "edit"});
    await share(boss.token, byAdmin, "dashboard", d.id, {cascadeChartsPermission: "edit"});
    expect([await rename(c.token, chart), await rename(d.token, chart)]).toEqual([200, 200]);
    await t.call("DELETE", `/api/orgs/${t.org.id}/teams/${team}/members/${placer.id}`);
    expect(await status(placer.token, chart)).toBe(404);
    expect([await status(c.token, chart), await status(d.token, chart)]).toEqual([404, 200]);
  });

  test("is needed: a dashboard's grant without it shows none of the charts", async () => {
    const [a, c] = [await addPerson(t), await addPerson(t)];
    const chart = await chartOf(a);
    const dashboard = await addDashboard(t, {ownerId: a.id, tiles: [{chartId: chart, placedBy: a.id}]});
    await share(a.token, dashboard, "dashboard", c.id, {permission: "edit"});
    expect(await status(c.token, chart)).toBe(404);
  });
});
