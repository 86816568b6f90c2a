import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {sql} from "../../../shared/core/db.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let base: string;

beforeAll(async () => {
  t = await testService({SNAPSHOT_LIMIT_MB: "102"});
  shops = await shopProjects(t);
  t.app.listen({port: 0, hostname: "127.0.0.1"});
  base = `http://127.0.0.1:${t.app.server?.port}`;
});
afterAll(async () => {
  await t.app.stop();
  await t.stop();
  await shops.drop();
});

const SHOP = "city,visits\nOslo,3\nBern,4\n";

/** Sends a CSV to the running server, as a body without a declared length. */
async function upload(
  query: string,
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${base}/api/projects/${shops.duckdb.projectId}/datasets${query}`, {
    method: "POST",
    headers: {authorization: `Bearer ${t.org.member.token}`, "content-type": "text/csv", ...headers},
    body,
  });
  const text = await response.text();
  return {status: response.status, headers: response.headers, body: JSON.parse(text)};
}

/** This many megabytes of numbers, generated while they are read. */
function megabytes(count: number): ReadableStream<Uint8Array> {
  const block = new TextEncoder().encode("1234567\n".repeat(128 * 1024));
  let left = count;
  return new ReadableStream({
    pull(controller) {
      if (left === count) controller.enqueue(new TextEncoder().encode("n\n"));
      if (left-- > 0) controller.enqueue(block);
      else controller.close();
    },
  });
}

const datasets = async () =>
  (await sql`select id from content where type = 'dataset' and org_id = ${t.org.id}`.execute(t.db)).rows
    .length;

/** The number of files whose deletion is scheduled for later, because no dataset has claimed them yet. */
const rowsToDeleteLater = async () =>
  (
    await sql`select 1 from graphile_worker.jobs where task_identifier = 'delete_snapshot' and run_at > now()`.execute(
      t.db,
    )
  ).rows.length;

describe("a body of text/csv", () => {
  test("becomes a snapshot with the name in the query string", async () => {
    const made = await upload("?name=Visits%20of%20May", SHOP);
    expect(made).toMatchObject({
      status: 201,
      body: {name: "Visits of May", kind: "snapshot", slug: "visits_of_may", rowCount: 2, teamId: null},
    });
    const query = {model: "visits_of_may", measures: ["visits_of_may.visits_sum"]};
    const answer = await t.call("POST", "/api/query", {token: t.org.member.token, body: query});
    expect(answer.body.rows).toEqual([[7]]);
    const kinds = await upload("?name=Kind&kind=snapshot", SHOP, {
      "content-type": "text/csv; charset=UTF-8; header=present",
    });
    expect(kinds.status).toBe(201);
  });

  test("is read in the format of the query string, where its cells are ambiguous", async () => {
    const csv = 'day,n,sure\n1/2/2026,"1,234","12/31/2026"\n3/4/2026,"5,678",\n';
    const typesOf = async (query: string, body = csv) =>
      (await upload(`?name=Form${query}`, body)).body.columns.map(({type}: {type: string}) => type);
    const open = csv.replace("12/31/2026", "x");
    expect(await typesOf("", open)).toEqual(["string", "string", "string"]);
    expect(await typesOf("&dateOrder=month&decimalMark=.", open)).toEqual(["date", "number", "string"]);
    const made = await upload("?name=Chosen&dateOrder=day&decimalMark=,", csv);
    const {slug} = made.body;
    const dimensions = ["day", "n", "sure"].map(name => `${slug}.${name}`);
    const body = {model: slug, dimensions, orderBy: [`${slug}.day`]};
    const {body: answer} = await t.call("POST", "/api/query", {token: t.org.member.token, body});
    // Unambiguous cells take precedence over the chosen format.
    expect(answer.rows).toEqual([
      ["2026-02-01", 1.234, "2026-12-31"],
      ["2026-04-03", 5.678, null],
    ]);
  });

  test.each([
    ["decimalMark=.", "/decimalMark", '"decimalMark" is only for text/csv bodies.'],
    ["dateOrder=day", "/dateOrder", '"dateOrder" is only for text/csv bodies.'],
    ["name=b", "/name", '"name" belongs in the body, unless the body is text/csv.'],
  ])("?%s beside a JSON body is refused with a remedy", async (query, path, message) => {
    const inJson = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets?${query}`, {
      token: t.org.member.token,
      body: {name: "a", kind: "snapshot", snapshotCsv: SHOP},
    });
    expect([inJson.status, inJson.body.errors]).toEqual([422, [{path, message}]]);
  });

  test("is refused before it is read if something else is wrong", async () => {
    const before = await datasets();
    for (const [query, headers, status, path] of [
      ["", {}, 422, "/name"],
      ["?name=", {}, 422, "/name"],
      ["?name=a&kind=live", {}, 422, "/kind"],
      ["?name=a&colour=red", {}, 422, "/colour"],
      ["?name=a&dateOrder=year", {}, 422, "/dateOrder"],
      ["?name=a&decimalMark=;", {}, 422, "/decimalMark"],
      ["?name=a", {"content-type": "text/csv; charset=latin1"}, 415, undefined],
      ["?name=a", {"content-encoding": "gzip"}, 415, undefined],
      ["?name=a", {authorization: `Bearer ${t.org.reader.token}`}, 403, undefined],
    ] as const) {
      const answer = await upload(query, SHOP, headers);
      expect([query, answer.status]).toEqual([query, status]);
      if (path) expect(answer.body.errors).toMatchObject([{path}]);
    }
    expect(await datasets()).toBe(before);
  });

  test("that cannot be read is refused with the line", async () => {
    const answer = await upload("?name=Bad", 'a,b\n1,"2\n');
    expect(answer).toMatchObject({status: 422, body: {code: "invalid_request"}});
    expect(answer.body.detail).toContain("Line 2");
    expect(await upload("?name=Empty", "")).toMatchObject({status: 422});
  });

  test("for a missing team is refused, with an Idempotency-Key too, and schedules no deletion", async () => {
    const noTeam = "team_01kah4vd6yfz3s8q2r5t7w9x0b";
    const before = await rowsToDeleteLater();
    for (const headers of [{}, {"idempotency-key": crypto.randomUUID()}]) {
      const answer = await upload(`?name=a&teamId=${noTeam}`, SHOP, headers);
      expect([answer.status, answer.body.code]).toEqual([422, "invalid_request"]);
    }
    const query = {model: "orders", dimensions: ["orders.status"]};
    const frozen = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
      token: t.org.member.token,
      body: {name: "a", kind: "snapshot", query, teamId: noTeam},
      headers: {"idempotency-key": crypto.randomUUID()},
    });
    expect([frozen.status, frozen.body.code]).toEqual([422, "invalid_request"]);
    expect(await rowsToDeleteLater()).toBe(before);
  });

  test("with an Idempotency-Key makes one dataset, and another CSV under that key is another request", async () => {
    const key = {"idempotency-key": crypto.randomUUID()};
    const first = await upload("?name=Once", SHOP, key);
    const again = await upload("?name=Once", SHOP, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await upload("?name=Once", `${SHOP}Rome,5\n`, key)).toMatchObject({
      status: 409,
      body: {code: "idempotency_conflict"},
    });
    expect(await upload("?name=Twice", SHOP, key)).toMatchObject({status: 409});
    const kept = await sql`select 1 from content where name = 'Once' and org_id = ${t.org.id}`.execute(t.db);
    expect(kept.rows).toHaveLength(1);
  });

  test("may be larger than one in JSON, up to the limit, and is never in memory as a whole", async () => {
    const before = process.memoryUsage.rss();
    const made = await upload("?name=Large", megabytes(101));
    expect(made).toMatchObject({status: 201, body: {rowCount: 101 * 128 * 1024}});
    // The worker, whose engine has a limit of its own, and the sender are in this process, too.
    expect(process.memoryUsage.rss() - before).toBeLessThan(1_200_000_000);
    const folder = join(t.web.config.dataDir, "snapshots", t.org.id);
    const files = (await readdir(folder)).length;
    const answer = await upload("?name=Larger", megabytes(104));
    expect(answer).toMatchObject({status: 413, body: {code: "payload_too_large"}});
    expect((await readdir(folder)).length).toBe(files);
  });
});

test("a member of a JSON body is not read from the query string", async () => {
  const answer = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets?name=b`, {
    body: {name: "a", kind: "snapshot", snapshotCsv: SHOP},
  });
  expect([answer.status, answer.body.errors]).toMatchObject([422, [{path: "/name"}]]);
});
