import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const member = () => t.org.member.token;

async function make(path: string, body: object, token: string) {
  const answer = await t.call("POST", path, {token, body});
  expect(answer.text).toContain('"id"');
  expect(answer.status).toBe(201);
  return answer.body;
}

const makeChart = (token = member(), more: object = {}) =>
  make("/api/charts", {name: "Orders by status", type: "bar", query, ...more}, token);

const makeDashboard = (token = member(), more: object = {}) =>
  make("/api/dashboards", {name: "Shop", ...more}, token);

const tile = (chartId: string, x = 0, y = 0, w = 6, h = 4) => ({chartId, x, y, w, h});

const lay = (id: string, tiles: unknown, token = member(), headers: Record<string, string> = {}) =>
  t.call("PUT", `/api/dashboards/${id}/layout`, {token, body: {tiles}, headers});

const read = (id: string, token = member()) => t.call("GET", `/api/dashboards/${id}`, {token});

describe("a dashboard", () => {
  test("is created empty, and can be read back and sent back", async () => {
    const made = await makeDashboard();
    expect(made).toMatchObject({name: "Shop", tiles: [], teamId: null, ownerId: t.org.member.id});
    expect(made.id).toStartWith("dash_");
    const chart = await makeChart();
    await lay(made.id, [tile(chart.id)]);
    const got = await read(made.id);
    expect(got.body.tiles).toEqual([
      {...tile(chart.id), chart: {id: chart.id, name: "Orders by status", type: "bar"}},
    ]);
    const sent = await t.call("PATCH", `/api/dashboards/${made.id}`, {token: member(), body: got.body});
    expect(sent.status).toBe(200);
    expect({...sent.body, updatedAt: got.body.updatedAt}).toEqual(got.body);
  });

  test("is renamed without a change of its tiles", async () => {
    const {id} = await makeDashboard();
    const patch = (body: unknown) => t.call("PATCH", `/api/dashboards/${id}`, {token: member(), body});
    expect((await patch({name: "Renamed"})).body).toMatchObject({name: "Renamed", tiles: []});
    const chart = await makeChart();
    const refused = await patch({tiles: [tile(chart.id)]});
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/tiles"]);
    expect((await read(id)).body.tiles).toEqual([]);
  });

  test.each([
    [{}, "/name"],
    [{name: ""}, "/name"],
    [{name: "  "}, "/name"],
    [{name: 7}, "/name"],
    [{name: "A", colour: "red"}, "/colour"],
    [{name: "A", tiles: []}, "/tiles"],
    [{name: "A", teamId: "team_nowhere"}, "/teamId"],
  ])("is refused because of %j", async (body, path) => {
    const {status, body: problem} = await t.call("POST", "/api/dashboards", {body});
    expect([status, problem.code]).toEqual([422, "invalid_request"]);
    expect(problem.errors.map((error: {path: string}) => error.path)).toContain(path);
  });

  test("is refused if the body is not JSON", async () => {
    const {id} = await makeDashboard();
    for (const [method, path] of [
      ["POST", "/api/dashboards"],
      ["PATCH", `/api/dashboards/${id}`],
      ["PUT", `/api/dashboards/${id}/layout`],
      ["POST", `/api/dashboards/${id}/data`],
    ] as const) {
      const {status, body} = await t.call(method, path, {token: member(), body: '{"name": '});
      expect([status, body.code]).toEqual([400, "malformed_json"]);
    }
  });

  test("is created once for one Idempotency-Key", async () => {
    const send = () =>
      t.call("POST", "/api/dashboards", {body: {name: "Once"}, headers: {"idempotency-key": "one-board"}});
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  test("that is deleted twice is 404 the second time, and its charts remain", async () => {
    const {id} = await makeDashboard();
    const chart = await makeChart();
    await lay(id, [tile(chart.id)]);
    const remove = () => t.call("DELETE", `/api/dashboards/${id}`, {token: member()});
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await read(id)).status).toBe(404);
    expect((await t.call("GET", `/api/charts/${chart.id}`, {token: member()})).status).toBe(200);
  });

  test("protects its charts: deleting one must be forced, and removes its tiles", async () => {
    const {id} = await makeDashboard();
    const chart = await makeChart();
    await lay(id, [tile(chart.id), tile(chart.id, 6)]);
    const remove = (more = "") => t.call("DELETE", `/api/charts/${chart.id}${more}`, {token: member()});
    expect([(await remove()).status, (await remove("?force=true")).status]).toEqual([409, 204]);
    expect((await read(id)).body.tiles).toEqual([]);
  });

  test("has every change in the audit log", async () => {
    const {id} = await makeDashboard();
    await t.call("PATCH", `/api/dashboards/${id}`, {token: member(), body: {name: "B"}});
    await lay(id, []);
    await t.call("DELETE", `/api/dashboards/${id}`, {token: member()});
    const {rows} = await t.web.pool.query(
      "select action, details from audit_log where resource_id = $1 order by id",
      [id],
    );
    expect(rows).toEqual([
      {action: "dashboard.create", details: {name: "Shop", teamId: null}},
      {action: "dashboard.update", details: {changed: ["name"]}},
      {action: "dashboard.update", details: {changed: ["tiles"]}},
      {action: "dashboard.delete", details: {name: "B"}},
    ]);
  });
});

describe("the rights on a dashboard", () => {
  test("allow its team's members to edit it, a grantee to do what was granted, and others not to see it", async () => {
    const team = await addTeam(t, "board");
    const maker = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const mate = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const viewer = await addPerson(t);
    const editor = await addPerson(t);
    const {id} = await makeDashboard(maker.token, {teamId: team});
    await grant(id, viewer.id, "view");
    await grant(id, editor.id, "edit");
    const statuses = async (token: string) => [
      (await read(id, token)).status,
      (await lay(id, [], token)).status,
      (await t.call("PATCH", `/api/dashboards/${id}`, {token, body: {teamId: null}})).status,
    ];
    expect(await statuses(t.org.member.token)).toEqual([404, 404, 404]);
    expect(await statuses(viewer.token)).toEqual([200, 403, 403]);
    expect(await statuses(editor.token)).toEqual([200, 200, 403]);
    expect((await t.call("DELETE", `/api/dashboards/${id}`, {token: editor.token})).status).toBe(403);
    expect(await statuses(mate.token)).toEqual([200, 200, 200]);
  });

  test("depend on scopes and seats, and another organization sees nothing", async () => {
    const {id} = await makeDashboard(t.org.admin.token);
    const other = await t.addOrg("Others");
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", {name: "A"}],
      ["DELETE", "", undefined],
      ["PUT", "/layout", {tiles: []}],
      ["POST", "/data", undefined],
      ["GET", "/image.png", undefined],
    ] as const) {
      const call = (token: string | null) => t.call(method, `/api/dashboards/${id}${path}`, {token, body});
      expect([method, path, (await call(null)).status]).toEqual([method, path, 401]);
      expect([method, path, (await call(other.admin.token)).status]).toEqual([method, path, 404]);
    }
    const asReader = (method: string, path: string, body?: object) =>
      t.call(method, path, {token: t.org.reader.token, body});
    expect((await asReader("POST", "/api/dashboards", {name: "A"})).body.code).toBe("missing_scope");
    const asViewer = await t.call("POST", "/api/dashboards", {token: t.org.viewer.token, body: {name: "A"}});
    expect(asViewer.body.code).toBe("missing_privilege");
    const writer = await makeDashboard(t.org.writer.token);
    const remove = await t.call("DELETE", `/api/dashboards/${writer.id}`, {token: t.org.writer.token});
    expect(remove.body.code).toBe("missing_scope");
  });

  test("decide what lists contain: what the caller can read, newest first, page by page, with tiles", async () => {
    const reader = await addPerson(t);
    const chart = await makeChart(reader.token);
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const {id} = await makeDashboard(reader.token);
      await lay(id, [tile(chart.id)], reader.token);
      made.unshift(id);
    }
    await makeDashboard();
    const seen: string[] = [];
    let path: string | undefined = "/api/dashboards?limit=2";
    while (path) {
      const page = await t.call("GET", path, {token: reader.token});
      for (const one of page.body) {
        expect(one.tiles[0].chart.id).toBe(chart.id);
        seen.push(one.id);
      }
      path = page.headers.get("link")?.match(/<(.*)>/)?.[1];
    }
    expect(seen).toEqual(made);
  });
});

describe("a layout", () => {
  test.each([
    [[[-1, 0, 6, 4]], "/tiles/0", "x is -1: the grid has 36 columns, 0 to 35."],
    [[[36, 0, 1, 4]], "/tiles/0", "x is 36: the grid has 36 columns, 0 to 35."],
    [[[0, -2, 6, 4]], "/tiles/0", "y is -2: rows go from 0 to 1000000."],
    [[[0, 1e300, 6, 4]], "/tiles/0", "y is 1e+300: rows go from 0 to 1000000."],
    [
      [
        [0, 0, 6, 4],
        [30, 0, 7, 4],
      ],
      "/tiles/1",
      "w is 7: a tile that begins at column 30 of 36 is 1 to 6 wide.",
    ],
    [[[0, 0, 0, 4]], "/tiles/0", "w is 0: a tile that begins at column 0 of 36 is 1 to 36 wide."],
    [[[0, 0, 6, 0]], "/tiles/0", "h is 0: a tile is 1 to 100 rows high."],
    [[[0, 0, 6, 101]], "/tiles/0", "h is 101: a tile is 1 to 100 rows high."],
    [
      [
        [0, 0, 6, 4],
        [6, 0, 6, 4],
        [5, 3, 2, 2],
      ],
      "/tiles/2",
      "it overlaps tile 0: it covers columns 5 to 6 and rows 3 to 4, and tile 0 covers columns 0 to 5 and rows 0 to 3.",
    ],
  ])("with tiles at %j is refused at %s", async (places, path, message) => {
    const {id} = await makeDashboard();
    const chart = await makeChart();
    const tiles = places.map(([x, y, w, h]) => tile(chart.id, x, y, w, h));
    const {status, body} = await lay(id, tiles);
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.errors).toEqual([{path, message}]);
    expect((await read(id)).body.tiles).toEqual([]);
  });

  test.each([
    [{tiles: [{chartId: "c", x: 0, y: 0, w: 1}]}, "/tiles/0/h"],
    [{tiles: [{chartId: "c", x: 0.5, y: 0, w: 1, h: 1}]}, "/tiles/0/x"],
    [{tiles: [{chartId: "c", x: "0", y: 0, w: 1, h: 1}]}, "/tiles/0/x"],
    [{tiles: [{chartId: "c", x: 0, y: 0, w: 1, h: 1, z: 1}]}, "/tiles/0/z"],
    [{tiles: [{x: 0, y: 0, w: 1, h: 1}]}, "/tiles/0/chartId"],
    [{tiles: {}}, "/tiles"],
    [{}, "/tiles"],
    [{tiles: [], name: "A"}, "/name"],
  ])("with the body %j is refused", async (body, path) => {
    const {id} = await makeDashboard();
    const answer = await t.call("PUT", `/api/dashboards/${id}/layout`, {token: member(), body});
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_request"]);
    expect(answer.body.errors.map((error: {path: string}) => error.path)).toContain(path);
  });

  test("holds at most a hundred tiles, which may touch each other and fill the grid", async () => {
    const {id} = await makeDashboard();
    const chart = await makeChart();
    const tiles = Array.from({length: 101}, (_, i) => tile(chart.id, (i % 36) * 1, Math.floor(i / 36), 1, 1));
    const full = await lay(id, tiles.slice(0, 100));
    expect(full.status).toBe(200);
    expect(full.body.tiles).toHaveLength(100);
    const {status, body} = await lay(id, tiles);
    expect([status, body.errors]).toEqual([
      422,
      [{path: "/tiles", message: "A dashboard can have at most 100 tiles, but this layout has 101."}],
    ]);
    expect((await lay(id, [tile(chart.id, 0, 0, 36, 100)])).status).toBe(200);
    expect((await lay(id, [])).body.tiles).toEqual([]);
  });

  test("keeps its order, and is replaced as a whole", async () => {
    const {id} = await makeDashboard();
    const [a, b] = [await makeChart(), await makeChart()];
    const tiles = [tile(b.id, 12), tile(a.id, 0), tile(b.id, 6)];
    const placed = (await lay(id, tiles)).body.tiles.map(({chart: _, ...place}: {chart: unknown}) => place);
    expect(placed).toEqual(tiles);
    await lay(id, [tile(a.id, 3)]);
    expect((await read(id)).body.tiles).toMatchObject([tile(a.id, 3)]);
  });

  test("with a chart that the editor cannot see is refused, and so is one with another organization's chart", async () => {
    const {id} = await makeDashboard();
    const mine = await makeChart();
    const hidden = await makeChart(t.org.admin.token);
    const other = await t.addOrg("Elsewhere");
    const foreign = await makeDashboard(other.admin.token);
    for (const chartId of [hidden.id, "chart_nowhere", foreign.id, id]) {
      const {status, body} = await lay(id, [tile(mine.id), tile(chartId, 6)]);
      expect([status, body.code]).toEqual([422, "invalid_request"]);
      expect(body.errors).toEqual([
        {path: "/tiles/1/chartId", message: `There is no chart "${chartId}" that you can see.`},
      ]);
    }
    expect((await read(id)).body.tiles).toEqual([]);
  });

  test("may keep and move charts that its editor cannot see, and opens them to nobody", async () => {
    const owner = await addPerson(t);
    const editor = await addPerson(t);
    const {id} = await makeDashboard(owner.token);
    const secret = await makeChart(owner.token, {name: "Secret"});
    await lay(id, [tile(secret.id)], owner.token);
    await grant(id, editor.id, "edit");
    const got = await read(id, editor.token);
    expect(got.body.tiles).toEqual([{...tile(secret.id), chart: null}]);
    expect(got.text).not.toContain("Secret");
    await t.web.viewLog.flush();
    const listed = await t.call("GET", "/api/dashboards", {token: editor.token});
    const looked = {starred: false, viewCount: 1, lastViewedAt: expect.any(String)};
    expect(listed.body).toEqual([{...got.body, ...looked}]);
    const own = await makeChart(editor.token);
    const moved = [{...got.body.tiles[0], x: 20}, tile(own.id), tile(secret.id, 30)];
    const placed = await lay(id, moved, editor.token);
    expect(placed.status).toBe(200);
    const {rows} = await t.web.pool.query(
      "select chart_id, placed_by from dashboard_tiles where dashboard_id = $1 order by position",
      [id],
    );
    expect(rows).toEqual([
      {chart_id: secret.id, placed_by: owner.id},
      {chart_id: own.id, placed_by: editor.id},
      {chart_id: secret.id, placed_by: owner.id},
    ]);
    // A tile without a placer does not become the tile of the person who moves it.
    await t.web.pool.query(
      "update dashboard_tiles set placed_by = null where dashboard_id = $1 and chart_id = $2",
      [id, secret.id],
    );
    await lay(id, placed.body.tiles, owner.token);
    const nobodys = await t.web.pool.query(
      "select from dashboard_tiles where dashboard_id = $1 and placed_by is null",
      [id],
    );
    expect(nobodys.rowCount).toBe(2);
    // A removed tile cannot be put back by a person who cannot see its chart.
    await lay(id, [tile(own.id)], editor.token);
    expect((await lay(id, moved, editor.token)).status).toBe(422);
  });

  test("by a cascade opens charts as far as their placers could", async () => {
    const owner = await addPerson(t);
    const thief = await addPerson(t);
    const reader = await addPerson(t);
    const chart = await makeChart(owner.token);
    const open = await makeDashboard(owner.token);
    await lay(open.id, [tile(chart.id)], owner.token);
    await grant(open.id, thief.id, "view", "view");
    expect((await read(open.id, thief.token)).body.tiles[0].chart.id).toBe(chart.id);
    // A person who sees a chart through a cascade may place it, and cannot pass it on.
    const carrier = await makeDashboard(thief.token);
    expect((await lay(carrier.id, [tile(chart.id)], thief.token)).status).toBe(200);
    await grant(carrier.id, reader.id, "view", "view");
    expect((await read(carrier.id, reader.token)).body.tiles[0].chart).toBeNull();
    expect((await t.call("GET", `/api/charts/${chart.id}`, {token: reader.token})).status).toBe(404);
  });

  test("of two that are saved at the same time is one or the other, never a mixture", async () => {
    const {id} = await makeDashboard();
    const charts = await Promise.all([0, 1, 2, 3].map(() => makeChart()));
    const layouts = charts.map(({id: chartId}, n) =>
      Array.from({length: 20 + n}, (_, i) => tile(chartId, 0, i, 36, 1)),
    );
    const answers = await Promise.all(layouts.map(tiles => lay(id, tiles)));
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200]);
    for (const [n, answer] of answers.entries()) expect(answer.body.tiles).toMatchObject(layouts[n] ?? []);
    const {tiles} = (await read(id)).body;
    expect(
      layouts.some(layout => layout.length === tiles.length && layout[0]?.chartId === tiles[0].chartId),
    ).toBe(true);
  });

  test("of two with the same ETag is saved once, and the other is refused", async () => {
    const {id} = await makeDashboard();
    const chart = await makeChart();
    for (let round = 0; round < 3; round++) {
      const etag = (await read(id)).headers.get("etag") ?? "";
      const answers = await Promise.all(
        [0, 1, 2].map(n => lay(id, [tile(chart.id, round * 3 + n)], member(), {"if-match": etag})),
      );
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 412, 412]);
    }
  });

  test("with a stale If-Match is refused, and with a fresh one is not, whatever is changed", async () => {
    const {id} = await makeDashboard();
    const path = `/api/dashboards/${id}`;
    const stale = (await read(id)).headers.get("etag") ?? "";
    const done = await lay(id, [tile((await makeChart()).id)], member(), {"if-match": stale});
    const fresh = done.headers.get("etag") ?? "";
    expect(done.status).toBe(200);
    expect(fresh).toBe((await read(id)).headers.get("etag") ?? "");
    const withTag = (tag: string) => ({token: member(), headers: {"if-match": tag}});
    for (const change of [
      () => lay(id, [], member(), {"if-match": stale}),
      () => t.call("PATCH", path, {...withTag(stale), body: {name: "B"}}),
      () => t.call("DELETE", path, withTag(stale)),
    ]) {
      const {status, body} = await change();
      expect([status, body.code]).toEqual([412, "precondition_failed"]);
    }
    expect((await t.call("DELETE", path, withTag(fresh))).status).toBe(204);
    const known = await t.call("GET", `/api/dashboards/${(await makeDashboard()).id}`, {
      token: member(),
      headers: {"if-none-match": "*"},
    });
    expect(known.status).toBe(304);
  });

  test("does not refer to a chart that is deleted at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const {id} = await makeDashboard();
      const chart = await makeChart();
      const [placed, removed] = await Promise.all([
        lay(id, [tile(chart.id)]),
        t.call("DELETE", `/api/charts/${chart.id}?force=true`, {token: member()}),
      ]);
      expect(removed.status).toBe(204);
      expect([200, 422]).toContain(placed.status);
      expect((await read(id)).body.tiles).toEqual([]);
    }
  });
});

async function grant(contentId: string, userId: string, permission: string, cascade?: string) {
  await t.db
    .insertInto("grants")
    .values({
      id: `grant_${crypto.randomUUID()}`,
      org_id: t.org.id,
      content_id: contentId,
      grantee_user_id: userId,
      permission,
      cascade_charts_permission: cascade ?? null,
    })
    .execute();
}
