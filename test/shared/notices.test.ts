import {afterAll, beforeAll, expect, test} from "bun:test";
import {Notices, publish} from "../../shared/core/change-notices.ts";
import {openDatabase, sql} from "../../shared/core/db.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {NotifiedCache} from "../../shared/core/notified-cache.ts";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";

const log = makeLogger("test", "silent");
let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
let notices: Notices;

beforeAll(async () => {
  database = await testDatabase();
  opened = openDatabase(database.url, 2, log);
  notices = new Notices(database.url, log);
  await notices.start();
});

afterAll(async () => {
  await notices.stop();
  await opened.pool.end();
  await database.drop();
});

test("everything committed earlier has arrived when the channel has caught up", async () => {
  const heard: string[] = [];
  notices.on("notice", ({id}) => heard.push(id));
  for (let i = 0; i < 200; i++) {
    await opened.db.transaction().execute(tx => publish(tx, {kind: "org", id: `org_${i}`}));
    await notices.caughtUp();
    expect(heard.at(-1)).toBe(`org_${i}`);
  }
});

test("concurrent callers of caughtUp have each received their own notices", async () => {
  const heard = new Set<string>();
  notices.on("notice", ({id}) => heard.add(id));
  const one = async (id: string) => {
    await opened.db.transaction().execute(tx => publish(tx, {kind: "org", id}));
    await notices.caughtUp();
    expect(heard.has(id)).toBe(true);
  };
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({length: 10}, (_, i) => one(`org_${round}_${i}`)));
  }
});

test("a value that began to load before a change is not used after it", async () => {
  const cache = new NotifiedCache<{version: number}>(notices, 10, ["org"], () => true);
  const before = Promise.withResolvers<{version: number}>();
  const early = cache.get("a", () => before.promise);
  await publish(opened.db, {kind: "org", id: "org_x"});
  await notices.caughtUp();
  const late = cache.get("a", async () => ({version: 2}));
  before.resolve({version: 1});
  expect([await early, await late]).toEqual([{version: 1}, {version: 2}]);
  expect(cache.peek("a")).toEqual({version: 2});
});

test("a notice that only another version knows is ignored, and the next notice arrives", async () => {
  const heard: string[] = [];
  notices.on("notice", ({id}) => heard.push(id));
  const say = (payload: object) =>
    sql`select pg_notify('analytics_service', ${JSON.stringify(payload)})`.execute(opened.db);
  await say({kind: "weather", id: "unheard"});
  await say({kind: "org", names: ["unheard"]});
  await publish(opened.db, {kind: "org", id: "heard"});
  await notices.caughtUp();
  expect(heard).toEqual(["heard"]);
});
