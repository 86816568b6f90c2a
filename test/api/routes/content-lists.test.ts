import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {lockAwaited} from "../../support/postgres.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let teamId: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  teamId = await addTeam(t, "Sales");
  const query = {model: "orders", measures: ["orders.count"]};
  const chart = (name: string, more: object = {}) =>
    made("/api/charts", {name, type: "big_number", query, ...more});
  await chart("Zebra", {teamId});
  await chart("apple", {projectId: shops.postgres.projectId});
  const margin = await chart("Ürün margin 100%");
  await made("/api/charts", {name: "Mango", type: "big_number", query}, t.org.member.token);
  const shown = await made("/api/dashboards", {name: "Margins"});
  const tiles = [{chartId: margin, x: 0, y: 0, w: 6, h: 4}];
  expect((await t.call("PUT", `/api/dashboards/${shown}/layout`, {body: {tiles}})).status).toBe(200);
  await made("/api/dashboards", {name: "Empty"});
});

afterAll(async () => {
  await t?.stop();
  await shops?.drop();
});

async function made(path: string, body: object, token = t.org.admin.token): Promise<string> {
  const answer = await t.call("POST", path, {body, token});
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function named(path: string, token = t.org.admin.token): Promise<string[]> {
  const answer = await t.call("GET", path, {token});
  expect(answer.status).toBe(200);
  return answer.body.map((row: {name: string}) => row.name);
}

/** The names on each page of a list. */
async function pages(path: string): Promise<string[][]> {
  const all: string[][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer = await t.call("GET", next);
    expect(answer.status).toBe(200);
    all.push(answer.body.map((row: {name: string}) => row.name));
    next = /^<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return all;
}

describe("a list of content", () => {
  test("finds by the words of a name, whatever their case and order, and reads no word as a pattern", async () => {
    expect(await named("/api/charts?q=MARGIN%20ürün")).toEqual(["Ürün margin 100%"]);
    expect(await named("/api/charts?q=100%25")).toEqual(["Ürün margin 100%"]);
    expect(await named("/api/charts?q=_")).toEqual([]);
    expect(await named("/api/charts?q=%20")).toHaveLength(4);
  });

  test("finds by the whole name, by team, by owner and by project", async () => {
    expect(await named("/api/charts?name=apple")).toEqual(["apple"]);
    expect(await named("/api/charts?name=Apple")).toEqual([]);
    expect(await named(`/api/charts?teamId=${teamId}`)).toEqual(["Zebra"]);
    expect(await named("/api/charts?teamId=none&q=a&sort=name")).toEqual([
      "apple",
      "Mango",
      "Ürün margin 100%",
    ]);
    expect(await named(`/api/charts?ownerId=${t.org.member.id}`)).toEqual(["Mango"]);
    expect(await named(`/api/charts?projectId=${shops.postgres.projectId}`)).toEqual(["apple"]);
  });

  test("shows only what the caller can read, even if requested by name", async () => {
    expect(await named("/api/charts?name=apple", t.org.member.token)).toEqual([]);
    expect(await named("/api/charts?sort=name", t.org.member.token)).toEqual(["Mango"]);
  });

  test("has a dashboard in the projects of those of its charts that the caller can read", async () => {
    const path = `/api/dashboards?projectId=${shops.duckdb.projectId}`;
    expect(await named(path)).toEqual(["Margins"]);
    const {id} = (await t.call("GET", "/api/dashboards?name=Margins")).body[0];
    const grant = {
      resourceType: "dashboard",
      resourceId: id,
      granteeUserId: t.org.member.id,
      permission: "view",
    };
    expect((await t.call("POST", "/api/grants", {body: grant})).status).toBe(201);
    expect(await named("/api/dashboards", t.org.member.token)).toEqual(["Margins"]);
    expect(await named(path, t.org.member.token)).toEqual([]);
  });

  test("has on request only what the caller may change", async () => {
    const fruit = await addTeam(t, "Fruit");
    const {id: granteeUserId, token} = await addPerson(t, {teams: [{id: fruit, role: "member"}]});
    await made("/api/dashboards", {name: "Pears", teamId: fruit}, t.org.adminUser.token);
    await made("/api/dashboards", {name: "Own"}, token);
    for (const [name, permission] of [
      ["Plums to read", "view"],
      ["Plums to change", "edit"],
    ] as const) {
      const id = await made("/api/dashboards", {name});
      const grant = {resourceType: "dashboard", resourceId: id, granteeUserId, permission};
      expect((await t.call("POST", "/api/grants", {body: grant})).status).toBe(201);
    }
    const all = ["Own", "Pears", "Plums to change", "Plums to read"];
    expect(await named("/api/dashboards?sort=name", token)).toEqual(all);
    const editable = ["Own", "Pears", "Plums to change"];
    expect(await named("/api/dashboards?permission=edit&sort=name", token)).toEqual(editable);
    expect(await named("/api/dashboards?permission=edit", token)).toEqual([
      "Plums to change",
      "Own",
      "Pears",
    ]);
    expect(await named("/api/dashboards?permission=edit&q=plums&limit=1", token)).toEqual([
      "Plums to change",
    ]);
    // Org-admins may change everything.
    expect(await named("/api/dashboards?permission=edit&sort=name")).toEqual(
      await named("/api/dashboards?sort=name"),
    );
    expect((await t.call("GET", "/api/dashboards?permission=view")).status).toBe(422);
  });

  test("is sorted, and its pages have each row once", async () => {
    const byName = ["apple", "Mango", "Zebra", "Ürün margin 100%"];
    expect(await pages("/api/charts?sort=name&limit=3")).toEqual([byName.slice(0, 3), byName.slice(3)]);
    expect(await pages("/api/charts?sort=-name&limit=1")).toEqual(byName.toReversed().map(name => [name]));
    const made = ["Zebra", "apple", "Ürün margin 100%", "Mango"];
    expect(await pages("/api/charts?sort=createdAt&limit=2")).toEqual([made.slice(0, 2), made.slice(2)]);
    expect(await named("/api/charts")).toEqual(made.toReversed());
    const {id} = (await t.call("GET", "/api/charts?name=apple")).body[0];
    await t.call("PATCH", `/api/charts/${id}`, {body: {name: "apple pie"}});
    expect((await named("/api/charts?sort=-updatedAt"))[0]).toBe("apple pie");
  });

  test("refuses a cursor of another order, and an unknown order", async () => {
    const first = await t.call("GET", "/api/charts?limit=1");
    const next = /^<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1];
    for (const wrong of [
      `${next}&sort=name`,
      "/api/charts?sort=name&cursor=WyJ4Il0",
      "/api/charts?sort=size",
    ]) {
      const {status} = await t.call("GET", wrong);
      expect([wrong, status]).toEqual([wrong, 422]);
    }
  });

  test.each([
    [
      "updatedAt",
      [null, "soon", 5, "2026-99-99", "infinity", "0000-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z\0"],
    ],
    ["lastViewedAt", ["soon", 5]],
    ["viewCount", [null, "5", -1, 0.5, 1e30]],
    ["name", [null, 5, "a\0b", "\ud800"]],
  ])("refuses a cursor with an invalid value for the order by %s", async (sort, places) => {
    for (const place of places) {
      const cursor = Buffer.from(JSON.stringify([place, "chart_1"])).toString("base64url");
      const {status} = await t.call("GET", `/api/charts?sort=${sort}&cursor=${cursor}`);
      expect([place, status]).toEqual([place, 422]);
    }
  });

  test("refuses a text that cannot be a name or an id", async () => {
    for (const key of ["q", "name", "ownerId", "teamId", "projectId"]) {
      const {status, body} = await t.call("GET", `/api/charts?${key}=a%00b`);
      expect([key, status, body.errors[0].path]).toEqual([key, 422, `/${key}`]);
    }
  });

  test("has the same parameters for schedules, actions and agents", async () => {
    for (const path of ["schedules", "actions", "agents"])
      expect(await named(`/api/${path}?q=x&name=y&teamId=none&sort=-lastViewedAt`)).toEqual([]);
    expect((await t.call("GET", "/api/actions?projectId=x")).status).toBe(422);
  });
});

describe("a star", () => {
  test("is the caller's own, and can be filtered by", async () => {
    const {id} = (await t.call("GET", "/api/charts?name=Mango")).body[0];
    const path = `/api/charts/${id}/star`;
    for (let twice = 0; twice < 2; twice++)
      expect((await t.call("PUT", path)).body).toMatchObject({starred: true});
    expect(await named("/api/charts?starred=true")).toEqual(["Mango"]);
    expect(await named("/api/charts?starred=true", t.org.member.token)).toEqual([]);
    expect((await t.call("GET", path, {token: t.org.member.token})).body.starred).toBe(false);
    expect((await t.call("DELETE", path)).body.starred).toBe(false);
    expect(await named("/api/charts?starred=true")).toEqual([]);
  });

  test("is refused on content that the caller cannot see, and under another type", async () => {
    const {id} = (await t.call("GET", "/api/charts?name=Zebra")).body[0];
    expect((await t.call("PUT", `/api/charts/${id}/star`, {token: t.org.member.token})).status).toBe(404);
    expect((await t.call("PUT", `/api/sheets/${id}/star`)).status).toBe(404);
  });

  test("is refused on content that is deleted at the same moment", async () => {
    const id = await made("/api/dashboards", {name: "Deleted"});
    const deleting = await t.db.startTransaction().execute();
    await sql`delete from content where id = ${id}`.execute(deleting);
    const starring = t.call("PUT", `/api/dashboards/${id}/star`);
    await lockAwaited(t.db);
    await deleting.commit().execute();
    const {status, body} = await starring;
    expect([status, body.detail]).toEqual([404, `There is no dashboard "${id}" that you can see.`]);
  });
});

describe("views of content", () => {
  test("are counted once for each caller, however often the caller reads it, and can order a list", async () => {
    const [{id, viewCount}] = (await t.call("GET", "/api/charts?name=Zebra")).body;
    expect(viewCount).toBe(0);
    for (const token of [t.org.admin.token, t.org.adminUser.token])
      for (const path of [`/api/charts/${id}`, `/api/charts/${id}/data`, `/api/charts/${id}`])
        expect((await t.call("GET", path, {token})).status).toBe(200);
    await t.web.viewLog.flush();
    const [first, second] = (await t.call("GET", "/api/charts?sort=-viewCount")).body;
    expect([first.name, first.viewCount]).toEqual(["Zebra", 2]);
    expect(second.viewCount).toBe(0);
    expect(new Date(first.lastViewedAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await pages("/api/charts?sort=lastViewedAt&limit=1"))[0]).toEqual(["Zebra"]);
    expect((await pages("/api/charts?sort=lastViewedAt&limit=1")).flat()).toHaveLength(4);
    const byCount = (await pages("/api/charts?sort=viewCount&limit=1")).flat();
    expect([new Set(byCount).size, byCount.length, byCount.at(-1)]).toEqual([4, 4, "Zebra"]);
  });

  test("do not change the ETag", async () => {
    const [{id}] = (await t.call("GET", "/api/charts?name=Mango")).body;
    const etag = (await t.call("GET", `/api/charts/${id}`)).headers.get("etag");
    await t.web.viewLog.flush();
    expect((await t.call("GET", `/api/charts/${id}`)).headers.get("etag")).toBe(etag);
  });
});
