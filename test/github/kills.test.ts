import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/db.ts";
import {type SpawnedWorker, spawnWorker} from "../support/spawn-worker.ts";
import {lightdashFiles} from "./project-files.ts";
import {type GitService, gitService, type Shop} from "./service.ts";

let t: GitService;
let shop: Shop;
let living: SpawnedWorker | undefined;

beforeAll(async () => {
  t = await gitService();
  shop = await t.shop();
  // Only processes that can be killed do the work.
  await t.worker.stop();
});
afterAll(async () => {
  await living?.kill("SIGKILL");
  await t?.stop();
});

let commits = 0;
async function commit(): Promise<string> {
  const files = lightdashFiles(`            measure_${++commits}: {type: average}\n`);
  return shop.repository.store.commit({files});
}

async function notes(): Promise<string[]> {
  const {body} = await t.call("GET", `/api/projects/${shop.projectId}/layer/versions`);
  return body.map((one: {note: string}) => one.note);
}

/** Kills the worker at that moment, lets another take over, and expects that the push is applied once. */
async function killAt(reached: Promise<unknown>, release: () => Promise<void> | void): Promise<void> {
  const before = await notes();
  const count = (await t.syncs(shop.projectId)).length;
  living = await spawnWorker(t, t.github.environment());
  const head = await commit();
  await t.tell(shop, head);
  await reached;
  await living.kill("SIGKILL");
  await release();
  living = await spawnWorker(t, t.github.environment());
  expect(await t.settled(shop.projectId, count + 1)).toMatchObject({status: "succeeded", commit: head});
  expect(await t.syncs(shop.projectId)).toHaveLength(count + 1);
  expect(await notes()).toEqual([expect.stringContaining(head.slice(0, 7)), ...before]);
  await living.kill("SIGTERM");
  living = undefined;
}

test.each([["/git/ref/"], ["/_codeload/"]])(
  "a worker that dies while it waits for %s loses nothing, and nothing is applied twice",
  async step => {
    const {promise, resolve} = Promise.withResolvers<void>();
    t.github.interfere = (_, path) => {
      if (!path.includes(step)) return undefined;
      resolve();
      return new Promise<Response>(() => undefined);
    };
    await killAt(promise, () => {
      t.github.interfere = undefined;
    });
  },
  60_000,
);

test("a worker that dies while it changes the layer loses nothing, and nothing is applied twice", async () => {
  const {promise: released, resolve: release} = Promise.withResolvers<void>();
  const locking = t.db.transaction().execute(async tx => {
    await sql`select from projects where id = ${shop.projectId} for no key update`.execute(tx);
    await released;
  });
  const isBlocked = async () => {
    const {rows} = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update of p%'`.execute(
      t.db,
    );
    return rows.length > 0;
  };
  const reached = (async () => {
    while (!(await isBlocked())) await Bun.sleep(20);
  })();
  await killAt(reached, async () => {
    release();
    await locking;
  });
}, 60_000);
