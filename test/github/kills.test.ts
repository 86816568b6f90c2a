import {afterAll, afterEach, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import type {RunningWorker} from "../../worker/start.ts";
import {type SpawnedWorker, spawnWorker} from "../support/spawn-worker.ts";
import {until} from "../support/until.ts";
import {lightdashFiles} from "./project-files.ts";
import {type GitService, gitService, type Shop} from "./service.ts";

let t: GitService;
let shop: Shop;
/** The worker that a test kills, in a process of its own. */
let doomed: SpawnedWorker | undefined;
/** The worker that takes over, in this process. */
let successor: RunningWorker | undefined;

beforeAll(async () => {
  t = await gitService();
  shop = await t.shop();
  // A worker in a process of its own does the work, so that it can be killed.
  await t.worker.stop();
});
afterEach(async () => {
  await doomed?.kill("SIGKILL");
  doomed = undefined;
  await successor?.stop();
  successor = undefined;
});
afterAll(() => t?.stop());

async function startDoomed(): Promise<void> {
  doomed = await spawnWorker(t, t.github.environment());
}

/** Kills the worker, and hands back its jobs as other workers do when its heartbeat has been missing for a while. */
async function killDoomed(): Promise<void> {
  const id = doomed?.id ?? "";
  await doomed?.kill("SIGKILL");
  doomed = undefined;
  await sql`
    with dead as (delete from workers where id = ${id} returning queue_pool_ids)
    select graphile_worker.force_unlock_workers(queue_pool_ids) from dead`.execute(t.db);
}

let commits = 0;
async function commit(): Promise<string> {
  const files = lightdashFiles(`            measure_${++commits}: {type: average}\n`);
  return shop.repository.store.commit({files});
}

async function notes(): Promise<string[]> {
  const {body} = await t.call("GET", `/api/projects/${shop.projectId}/layer/versions`);
  return body.map((one: {note: string}) => one.note);
}

/** Kills the worker when `reached` resolves, lets another one take over, and expects that the push is applied once. */
async function killAt(reached: Promise<unknown>, release: () => Promise<void> | void): Promise<void> {
  const before = await notes();
  const count = (await t.syncs(shop.projectId)).length;
  await startDoomed();
  const head = await commit();
  await t.tell(shop, head);
  await reached;
  await killDoomed();
  await release();
  successor = await t.addWorker(t.github.environment());
  expect(await t.settled(shop.projectId, count + 1)).toMatchObject({status: "succeeded", commit: head});
  expect(await t.syncs(shop.projectId)).toHaveLength(count + 1);
  expect(await notes()).toEqual([expect.stringContaining(head.slice(0, 7)), ...before]);
}

test.each([["/git/ref/"], ["/_codeload/"]])(
  "a push is applied exactly once if a worker dies while it waits for %s",
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
);

test("a push is applied exactly once if a worker dies while it changes the layer", async () => {
  const {promise: released, resolve: release} = Promise.withResolvers<void>();
  const locking = t.db.transaction().execute(async tx => {
    await sql`select from projects where id = ${shop.projectId} for no key update`.execute(tx);
    await released;
  });
  const isBlocked = async () => {
    // Postgres shows only the first kilobyte of a statement.
    const {rows} = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%p.git_repository_id%'`.execute(
      t.db,
    );
    return rows.length > 0;
  };
  await killAt(until(isBlocked), async () => {
    release();
    await locking;
  });
});

test.each([
  ["sends the files", "GET", "/_codeload/"],
  ["creates the branch", "POST", "/git/refs"],
  ["creates the commit", "POST", "/graphql"],
  ["opens the pull request", "POST", "/pulls"],
])("a change is written back once if a worker dies when GitHub %s", async (_, method, step) => {
  const {promise: reached, resolve} = Promise.withResolvers<void>();
  t.github.hold = (request, path) => {
    if (request.method !== method || !path.includes(step)) return undefined;
    resolve();
    return new Promise<void>(() => undefined);
  };
  const stored = t.github.repositories.get(shop.repository.id)!;
  const pulls = stored.pulls.length;
  await startDoomed();
  const column = `column_${++commits}`;
  const changes = [
    {op: "set", kind: "dimension", model: "orders", name: column, value: {type: "number", column}},
  ];
  const answer = t.call("POST", `/api/projects/${shop.projectId}/write-back`, {body: {changes}});
  await reached;
  await killDoomed();
  t.github.hold = undefined;
  successor = await t.addWorker(t.github.environment());
  // On a busy machine the answer arrives before the pull request is open.
  const {id} = (await answer).body;
  const body = await until(async () => {
    const {body} = await t.call("GET", `/api/projects/${shop.projectId}/write-backs/${id}`);
    return body.status === "queued" || body.status === "running" ? undefined : body;
  });
  expect(body.status).toBe("open");
  expect(stored.pulls).toHaveLength(pulls + 1);
  const {store} = shop.repository;
  expect(await store.git(["rev-list", "--count", `main..${body.branch}`])).toBe("1\n");
  expect(await store.read(body.branch, "models/orders.yml")).toContain(`- name: ${column}\n`);
  expect(body.requests).toMatchObject([{commit: await store.head(body.branch)}]);
});
