import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
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

const member = () => t.org.member.token;
const byStatus = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const regions = {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]};

async function makeChart(query: object, token = member(), more: object = {}) {
  const body = {name: "A chart", type: "bar", query, ...more};
  const answer = await t.call("POST", "/api/charts", {token, body});
  expect(answer.text).toContain('"id":"chart_');
  return String(answer.body.id);
}

async function makeDashboard(chartIds: readonly string[], token = member(), more: object = {}) {
  const made = await t.call("POST", "/api/dashboards", {token, body: {name: "Shop", ...more}});
  const tiles = chartIds.map((chartId, i) => ({
    chartId,
    x: (i % 2) * 18,
    y: Math.floor(i / 2) * 8,
    w: 18,
    h: 8,
  }));
  const laid = await t.call("PUT", `/api/dashboards/${made.body.id}/layout`, {token, body: {tiles}});
  expect(laid.status).toBe(200);
  return String(made.body.id);
}

/** The bytes of a picture. */
async function get(path: string, token = member(), headers: Record<string, string> = {}) {
  const request = new Request(`http://service.test${path}`, {
    headers: {authorization: `Bearer ${token}`, ...headers},
  });
  const response = await t.app.handle(request);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Width and height from the PNG's header (https://www.w3.org/TR/png/#11IHDR). */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("a chart's picture", () => {
  test("is a PNG of the requested size, for its caller alone", async () => {
    const id = await makeChart(byStatus);
    const standard = await get(`/api/charts/${id}/image.png`);
    expect(standard.status).toBe(200);
    expect(sizeOf(standard.bytes)).toEqual([800, 480]);
    expect(Object.fromEntries(standard.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-cache": "miss",
    });
    const large = await get(`/api/charts/${id}/image.png?width=400&height=300&scale=2&theme=dark`);
    expect(sizeOf(large.bytes)).toEqual([800, 600]);
  });

  test("is an SVG that shows its values, and can neither run nor load anything", async () => {
    const id = await makeChart(byStatus, member(), {name: "Orders & <states>"});
    const {status, headers, bytes} = await get(`/api/charts/${id}/image.svg?width=640&height=320`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/svg+xml");
    expect(headers.get("content-security-policy")).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const svg = bytes.toString();
    expect(svg).toStartWith("<svg");
    expect(svg).toContain('width="640"');
    expect(svg).toContain("paid");
    expect(svg).toContain("Orders &amp; &lt;states&gt;");
    expect(svg).not.toMatch(/<script|<image|href=|<foreignObject/);
  });

  test("as a specification contains its rows and loads nothing", async () => {
    const id = await makeChart(byStatus);
    const {status, body, text} = await t.call("GET", `/api/charts/${id}/vega-lite`, {token: member()});
    expect(status).toBe(200);
    expect(body.$schema).toContain("vega-lite");
    expect(text).toContain("paid");
    expect(text).not.toContain('"url"');
  });

  test("names its columns for people, and distinguishes those of the same name", async () => {
    const dimensions = ["orders.placed_at.month", "orders.placed_at.day_of_week", "orders.status"];
    const measures = ["orders.count", "customers.count"];
    const id = await makeChart({model: "orders", dimensions, measures}, t.org.admin.token, {type: "table"});
    const svg = await get(`/api/charts/${id}/image.svg?width=1600`, t.org.admin.token);
    for (const label of [
      "Placed at (month)",
      "Placed at (day of week)",
      "Status",
      "Orders: Count",
      "Customers: Count",
    ]) {
      expect(svg.bytes.toString()).toContain(label);
    }
  });

  test("shows the steps of a funnel, and the shares of a retention", async () => {
    const steps = [{name: "placed"}, {name: "placed again"}];
    const funnel = await makeChart(
      {model: "orders", funnel: {entity: "orders.status", steps, timing: true}},
      t.org.admin.token,
      {
        type: "funnel",
      },
    );
    const drawn = (await get(`/api/charts/${funnel}/image.svg`, t.org.admin.token)).bytes.toString();
    for (const text of ["placed", "placed again", "50%", "after "]) expect(drawn).toContain(text);
    const retention = {entity: "orders.status", grain: "month"};
    const id = await makeChart({model: "orders", retention}, t.org.admin.token, {type: "heatmap"});
    const answer = await t.call("GET", `/api/charts/${id}/data`);
    expect(answer.body.columns).toEqual([
      {name: "retention.cohort", type: "date"},
      {name: "retention.period", type: "number"},
      {name: "retention.share", type: "number"},
      {name: "retention.retained", type: "number"},
      {name: "retention.cohort_size", type: "number"},
    ]);
    expect(answer.body.rows).toEqual([
      ["2026-01-01", 0, 1, 1, 1],
      ["2026-01-01", 1, 1, 1, 1],
      ["2026-01-01", 2, 1, 1, 1],
      ["2026-02-01", 0, 1, 1, 1],
      ["2026-02-01", 1, 0, 0, 1],
    ]);
    const svg = (await get(`/api/charts/${id}/image.svg`, t.org.admin.token)).bytes.toString();
    // One cell for each month, wide enough for its share: four cells, and the end of the legend.
    expect(svg.match(/>100%</g)).toHaveLength(5);
    for (const month of [">Jan<", ">Feb<"]) expect(svg).toContain(month);
    const measured = await makeChart(
      {model: "orders", retention: {...retention, measures: ["orders.count"]}},
      t.org.admin.token,
      {type: "heatmap", config: {measures: ["orders.count"]}},
    );
    const {body} = await t.call("GET", `/api/charts/${measured}/data`);
    expect(body.columns.at(-1)).toEqual({name: "orders.count", type: "number"});
    expect(body.rows.map((row: number[]) => row.at(-1))).toEqual([1, 1, 1, 1, 0]);
    const counted = (await get(`/api/charts/${measured}/image.svg`, t.org.admin.token)).bytes.toString();
    expect(counted).not.toContain("%<");
  });

  test("is sent to a browser, and not to a client that accepts no picture", async () => {
    const id = await makeChart(byStatus);
    for (const accept of [
      "image/png",
      "*/*",
      "image/*",
      "image/avif,image/webp,*/*",
      "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    ]) {
      const {status, headers} = await get(`/api/charts/${id}/image.png`, member(), {accept});
      expect([accept, status, headers.get("content-type")]).toEqual([accept, 200, "image/png"]);
    }
    for (const accept of ["application/json", "text/html", "image/svg+xml"]) {
      const {status} = await get(`/api/charts/${id}/image.png`, member(), {accept});
      expect([accept, status]).toEqual([accept, 406]);
    }
  });

  test.each([
    ["width=0", "/width"],
    ["width=4001", "/width"],
    ["width=999999999", "/width"],
    ["width=99999999999999999999", "/width"],
    ["width=-5", "/width"],
    ["width=1e3", "/width"],
    ["width=NaN", "/width"],
    ["width=", "/width"],
    ["height=49", "/height"],
    ["height=480.5", "/height"],
    ["height=%00", "/height"],
    ["scale=0", "/scale"],
    ["scale=5", "/scale"],
    ["scale=0.5", "/scale"],
    ["scale=Infinity", "/scale"],
    ["width=4000&height=4000&scale=4", "/scale"],
    ["theme=blue", "/theme"],
    ["colour=red", "/colour"],
  ])("with the parameters %s is refused", async (query, path) => {
    const id = await makeChart(byStatus);
    const {status, body} = await t.call("GET", `/api/charts/${id}/image.png?${query}`, {token: member()});
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.errors.map((error: {path: string}) => error.path)).toContain(path);
  });

  test("with one parameter twice is refused, and so is an SVG with a scale", async () => {
    const id = await makeChart(byStatus);
    expect((await get(`/api/charts/${id}/image.png?width=100&width=200`)).status).toBe(422);
    expect((await get(`/api/charts/${id}/image.svg?scale=2`)).status).toBe(422);
  });

  test("is 404 for a caller who cannot see the chart, whatever else is wrong", async () => {
    const id = await makeChart(byStatus);
    const stranger = await addPerson(t);
    const other = await t.addOrg("Elsewhere");
    for (const token of [stranger.token, other.admin.token]) {
      for (const path of ["image.png?width=0", "image.svg", "vega-lite"]) {
        expect((await get(`/api/charts/${id}/${path}`, token)).status).toBe(404);
      }
    }
    expect((await get("/api/charts/chart_nowhere/image.png")).status).toBe(404);
  });

  test("of a query that fails is that query's problem", async () => {
    const id = await makeChart({model: "orders", measures: ["orders.broken"]});
    const {status, body} = await t.call("GET", `/api/charts/${id}/image.png`, {token: member()});
    expect([status, body.code]).toEqual([502, "warehouse_error"]);
  });

  test("is also drawn for no rows, for large numbers and for many rows", async () => {
    const none = {...byStatus, filters: [{field: "orders.status", op: "=", value: "none"}]};
    const large = {model: "orders", dimensions: ["orders.id"], measures: ["orders.total"]};
    const many = {model: "numbers", dimensions: ["numbers.n"], measures: ["numbers.count"], limit: 50_000};
    for (const query of [none, large, many]) {
      for (const type of ["bar", "line", "table", "pie", "big_number"]) {
        const id = await makeChart(query, member(), {type});
        expect([type, (await get(`/api/charts/${id}/image.png`)).status]).toEqual([type, 200]);
      }
    }
    const id = await makeChart(large, member(), {type: "table"});
    expect((await get(`/api/charts/${id}/image.svg`)).bytes.toString()).toMatch(
      /9007199254740993|9,007,199,254,740,993/,
    );
  });

  test("is not drawn when its caller has left", async () => {
    const id = await makeChart({model: "slow", measures: ["slow.count"]});
    const leaving = new AbortController();
    const request = new Request(`http://service.test/api/charts/${id}/image.png`, {
      headers: {authorization: `Bearer ${member()}`},
      signal: leaving.signal,
    });
    const answer = t.app.handle(request);
    await until(() => t.worker.executor.running > 0);
    leaving.abort();
    await until(() => t.worker.executor.running === 0, 5000);
    expect(t.worker.executor.running).toBe(0);
    expect((await answer).status).not.toBe(200);
  });
});

describe("a dashboard's picture", () => {
  test("has the requested width and the height of its tiles", async () => {
    const chart = await makeChart(byStatus);
    const id = await makeDashboard([chart, chart, chart]);
    const two = sizeOf((await get(`/api/dashboards/${id}/image.png`)).bytes);
    expect(two[0]).toBe(1200);
    // Sixteen rows of square cells, and the title.
    expect(two[1]).toBeGreaterThan((1200 / 36) * 16);
    expect(two[1]).toBeLessThan((1200 / 36) * 16 + 100);
    const wide = sizeOf((await get(`/api/dashboards/${id}/image.png?width=600&scale=2`)).bytes);
    expect(wide[0]).toBe(1200);
  });

  test("is drawn even if tiles are missing, fail or are hidden", async () => {
    expect((await get(`/api/dashboards/${await makeDashboard([])}/image.png`)).status).toBe(200);
    const broken = await makeChart({model: "orders", measures: ["orders.broken"]});
    const id = await makeDashboard([broken, await makeChart(byStatus)]);
    expect((await get(`/api/dashboards/${id}/image.png`)).status).toBe(200);
  });

  test("is refused if it would be too high, or if its parameters are invalid", async () => {
    const chartId = await makeChart(byStatus);
    const id = await makeDashboard([]);
    const tiles = [{chartId, x: 0, y: 900_000, w: 6, h: 4}];
    await t.call("PUT", `/api/dashboards/${id}/layout`, {token: member(), body: {tiles}});
    for (const query of ["", "?width=5", "?height=300", "?scale=9"]) {
      const {status, body} = await t.call("GET", `/api/dashboards/${id}/image.png${query}`, {
        token: member(),
      });
      expect([query, status, body.code]).toEqual([query, 422, "invalid_request"]);
    }
  });
});

test("two callers see their own rows in one picture, cached or not", async () => {
  const team = await addTeam(t, "rows");
  const person = (region: string[]) =>
    addPerson(t, {teams: [{id: team, role: "member"}], attributes: {region}});
  const [south, north] = [await person(["south"]), await person(["north"])];
  const chart = await makeChart(regions, south.token, {teamId: team});
  const board = await makeDashboard([chart], south.token, {teamId: team});
  const svgOf = async (token: string) =>
    (await get(`/api/charts/${chart}/image.svg`, token)).bytes.toString();
  const specOf = async (token: string) =>
    (await get(`/api/charts/${chart}/vega-lite`, token)).bytes.toString();
  const boardOf = async (token: string) => (await get(`/api/dashboards/${board}/image.png`, token)).bytes;
  const boards: Buffer[] = [];
  for (const cacheTtlSeconds of [0, 60]) {
    await t.call("PATCH", `/api/projects/${shops.duckdb.projectId}`, {body: {cacheTtlSeconds}});
    for (let round = 0; round < 2; round++) {
      for (const draw of [svgOf, specOf]) {
        const [ofSouth, ofNorth] = await Promise.all([draw(south.token), draw(north.token)]);
        expect([ofSouth.includes("south"), ofSouth.includes("north")]).toEqual([true, false]);
        expect([ofNorth.includes("south"), ofNorth.includes("north")]).toEqual([false, true]);
      }
      const [ofSouth, ofNorth] = await Promise.all([boardOf(south.token), boardOf(north.token)]);
      expect(ofSouth.equals(ofNorth)).toBe(false);
      boards.push(ofSouth);
    }
  }
  for (const other of boards) expect(other.equals(boards[0] ?? Buffer.alloc(0))).toBe(true);
  const hit = await get(`/api/charts/${chart}/image.svg`, south.token);
  expect(hit.headers.get("x-cache")).toBe("hit");
  await t.call("PATCH", `/api/projects/${shops.duckdb.projectId}`, {body: {cacheTtlSeconds: 0}});
});

describe("a chart that is not saved", () => {
  const body = {type: "bar", query: byStatus};
  const preview = (accept: string, path = "", asked: object = body) =>
    t.call("POST", `/api/charts/preview${path}`, {token: member(), body: asked, headers: {accept}});

  test("can be previewed as data and as a picture, and is not saved", async () => {
    const before = (await t.call("GET", "/api/charts", {token: member()})).body.length;
    const data = await preview("application/json");
    expect(data.body.columns.map((column: {label: string}) => column.label)).toEqual(["Status", "Count"]);
    expect(data.body.rows.toSorted()).toEqual([
      ["open", 1],
      ["paid", 3],
    ]);
    const picture = await preview("image/svg+xml", "?width=300&height=200");
    expect(picture.headers.get("content-type")).toBe("image/svg+xml");
    expect(picture.text).toContain('width="300"');
    expect((await preview("image/png")).headers.get("content-type")).toBe("image/png");
    expect((await t.call("GET", "/api/charts", {token: member()})).body).toHaveLength(before);
  });

  test("is refused if it could not be saved", async () => {
    const unknown = await preview("application/json", "", {
      ...body,
      query: {model: "orders", measures: ["orders.cuont"]},
    });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([422, "/query/measures/0"]);
    expect((await preview("image/png", "?width=9")).status).toBe(422);
    expect((await preview("text/csv")).status).toBe(406);
  });
});
