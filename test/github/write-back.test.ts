import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {lineDiff} from "../layer-formats/write/line-diff.ts";
import {overDatabase} from "../support/app.ts";
import {lockAwaited} from "../support/postgres.ts";
import {openPostgresProxy} from "../support/postgres-proxy.ts";
import {until} from "../support/until.ts";
import {deliver} from "./deliver.ts";
import {CUBE_FILES, lightdashFiles, MODEL_FILES, SEMANTIC_FILES, under} from "./project-files.ts";
import {merge} from "./pulls.ts";
import {type GitService, gitService, INSTALLATION, type Shop} from "./service.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: GitService;

beforeAll(async () => {
  t = await gitService();
});
afterAll(async () => t?.stop());

const set = (kind: string, model: string, name: string, value: object) => ({
  op: "set",
  kind,
  model,
  name,
  value,
});
const LABEL = set("dimension", "orders", "status", {label: "State"});
const AVERAGE = set("measure", "orders", "average", {type: "avg", column: "amount", description: "The mean"});
const ORDERS = "models/orders.yml";

const stored = ({repository}: Shop) => t.github.repositories.get(repository.id)!;
const ask = (shop: Shop, changes: object[], more: object = {}, headers: Record<string, string> = {}) =>
  t.call("POST", `/api/projects/${shop.projectId}/write-back`, {body: {changes, ...more}, headers});
const all = async (shop: Shop): Promise<Json[]> =>
  (await t.call("GET", `/api/projects/${shop.projectId}/write-backs`)).body;

async function written(shop: Shop, changes: object[], more: object = {}): Promise<Json> {
  const {status, body, text} = await ask(shop, changes, more);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body;
}

/** Reports an event of a pull request as GitHub does. */
async function tellPull(shop: Shop, number: number, action: string): Promise<void> {
  const {id, fullName} = shop.repository;
  const payload = {
    action,
    number,
    pull_request: {number, at: Math.random()},
    repository: {id, full_name: fullName},
    installation: {id: INSTALLATION},
  };
  expect((await deliver(t, payload, {event: "pull_request"})).status).toBe(202);
}

const status = (shop: Shop, id: string) => async () => (await all(shop)).find(one => one.id === id).status;
const becomes = (shop: Shop, id: string, expected: string) =>
  until(async () => (await status(shop, id)()) === expected);

async function diffOf(shop: Shop, branch: string, path = ORDERS): Promise<string[]> {
  const {store} = shop.repository;
  return lineDiff(await store.read("main", path), await store.read(branch, path));
}

test("changes become a branch, one commit of only the affected lines, and a pull request that describes them", async () => {
  const shop = await t.shop({}, SEMANTIC_FILES);
  const before = await shop.repository.store.head("main");
  const made = await written(shop, [LABEL, AVERAGE], {title: "Say what it is"});
  expect(made).toMatchObject({
    number: 1,
    status: "open",
    title: "Say what it is",
    branch: `analytics/${made.id}`,
    url: expect.stringContaining("/pull/1"),
    requests: [
      {
        changes: [LABEL, AVERAGE],
        askedBy: {serviceAccount: {id: t.org.admin.id}},
        commit: await shop.repository.store.head(made.branch),
      },
    ],
  });
  expect(await diffOf(shop, made.branch)).toEqual([
    "-      - {name: status, type: categorical}",
    "+      - {name: status, label: State, type: categorical}",
    "+      - {name: average, description: The mean, agg: average, expr: amount, create_metric: true}",
  ]);
  const {store} = shop.repository;
  expect(await store.git(["rev-parse", `${made.branch}^`])).toBe(`${before}\n`);
  expect(await store.head("main")).toBe(before);
  const [pull] = stored(shop).pulls;
  expect(pull).toMatchObject({title: "Say what it is", branch: made.branch, base: "main", state: "open"});
  expect(pull?.body).toContain(
    "- Sets the measure `orders.average`: type `avg`, column `amount`, description `The mean`",
  );
  // The project's layer does not change before the merge.
  expect((await t.layer(shop.projectId)).models[0].measures).toHaveLength(1);
});

test("a calendar and roll-ups that only the service declares are no reason to refuse a change", async () => {
  const shop = await t.shop({}, CUBE_FILES);
  const rollups = [
    {name: "by_status", model: "orders", dimensions: ["orders.status"], measures: ["orders.total"]},
  ];
  const graph = {models: [], calendar: {fiscalYearStart: {month: 4}}, rollups};
  expect(await t.call("POST", `/api/projects/${shop.projectId}/introspect`, {body: graph})).toMatchObject({
    status: 201,
  });
  await written(shop, [set("measure", "orders", "average", {type: "avg", column: "amount"})]);
  await written(shop, [{op: "remove", kind: "model", model: "orders"}]);
});

test("pre-aggregations of a repository are the project's roll-ups, and a write-back leaves them as they are", async () => {
  const [path = "", text = ""] = Object.entries(CUBE_FILES)[0] ?? [];
  const declared =
    "    pre_aggregations:\n      - {name: by_status, measures: [total], dimensions: [status]}\n";
  const shop = await t.shop({}, {[path]: text + declared});
  const {body} = await t.call("GET", `/api/projects/${shop.projectId}/rollups`);
  expect(body).toMatchObject([{name: "orders_by_status", model: "orders"}]);
  const {branch} = await written(shop, [set("measure", "orders", "total", {label: "Total"})]);
  expect(await diffOf(shop, branch, path)).toEqual([
    "-      - {name: total, sql: amount, type: sum}",
    "+      - {name: total, title: Total, sql: amount, type: sum}",
  ]);
});

describe("each format is written", () => {
  test.each([
    ["dbt's newer form", MODEL_FILES, ORDERS],
    ["Lightdash", lightdashFiles(), ORDERS],
    ["a cube", CUBE_FILES, "model/orders.yml"],
    ["below a folder", under("a/b", CUBE_FILES), "a/b/model/orders.yml"],
  ])("%s", async (_, files, path) => {
    const git = path.startsWith("a/b/") ? {path: "a/b"} : {};
    const shop = await t.shop(git, files);
    const measure = set("measure", "orders", "average", {type: "avg", column: "amount"});
    const {branch, number} = await written(shop, [measure]);
    const diff = await diffOf(shop, branch, path);
    expect(diff.length).toBeGreaterThan(0);
    expect(diff.every(line => line.startsWith("+"))).toBe(true);
    const head = await merge(stored(shop), number);
    await t.tell(shop, head);
    await until(async () => {
      const [newest] = await t.syncs(shop.projectId);
      return newest.commit === head && newest.finishedAt !== null;
    });
    const query = {projectId: shop.projectId, model: "orders", measures: ["orders.average"]};
    expect((await t.call("POST", "/api/query", {body: query})).body.rows).toHaveLength(1);
  });
});

test("the bytes of awkward files stay: a byte order mark, line ends of Windows, no line end at the end", async () => {
  const text = `\uFEFF${SEMANTIC_FILES[ORDERS]!.replaceAll("\n", "\r\n").trimEnd()}\t# é`;
  const shop = await t.shop({}, {...SEMANTIC_FILES, [ORDERS]: text});
  const {branch} = await written(shop, [LABEL]);
  const after = await shop.repository.store.read(branch, ORDERS);
  expect(after).toBe(text.replace("{name: status, type", "{name: status, label: State, type"));
});

test("line ends that git converts in archives stay as they are in the repository", async () => {
  const shop = await t.shop({}, {...SEMANTIC_FILES, ".gitattributes": "*.yml text eol=crlf\n"});
  const before = await shop.repository.store.read("main", ORDERS);
  const {branch} = await written(shop, [LABEL]);
  const after = await shop.repository.store.read(branch, ORDERS);
  expect(after).toBe(before.replace("{name: status, type", "{name: status, label: State, type"));
});

describe("what cannot be written is refused with the reason, and nothing is left at GitHub", () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await t.shop({}, SEMANTIC_FILES);
  });

  const rejected = async (at: Shop, changes: object[], expected: number): Promise<Json> => {
    const {status: code, body} = await ask(at, changes);
    expect(code).toBe(expected);
    expect(stored(at).pulls).toEqual([]);
    expect((await at.repository.store.git(["branch", "--list"])).trim()).toBe("* main");
    return body;
  };

  test("a change of a model that does not exist, an invalid value, and a reference to an unknown field", async () => {
    expect(
      (await rejected(shop, [set("dimension", "nothing", "x", {type: "string"})], 422)).detail,
    ).toContain('no model "nothing"');
    const other = await rejected(
      shop,
      [LABEL, set("measure", "orders", "x", {type: "total", column: "amount"})],
      422,
    );
    expect(other.errors[0].path).toBe("/changes/1/value");
    expect(
      (await rejected(shop, [set("measure", "orders", "x", {type: "number", sql: "${none} * 2"})], 422))
        .detail,
    ).toContain("none");
    expect((await rejected(shop, [{op: "set", kind: "table", model: "x"}], 422)).errors[0].path).toBe(
      "/changes/0/kind",
    );
  });

  test("a change that would be read back differently from the files", async () => {
    const wide = set("dimension", "orders", "noted_at", {type: "timestamp", sql: "noted_at", label: "Noted"});
    const {detail} = await rejected(shop, [wide], 422);
    expect(detail).toContain('"orders.noted_at" would be');
  });

  test("row access, which only the service stores", async () => {
    const rules = {
      op: "set",
      kind: "model",
      model: "orders",
      value: {rowAccess: [{dimension: "status", attribute: "a"}]},
    };
    await rejected(shop, [rules], 422);
  });

  test("a file of several documents", async () => {
    const several = await t.shop(
      {},
      {...CUBE_FILES, "model/orders.yml": `---\nx: 1\n---\n${CUBE_FILES["model/orders.yml"]}`},
    );
    expect((await rejected(several, [LABEL], 422)).detail).toContain("several YAML documents");
  });

  test("a value that the files already have", async () => {
    const same = set("dimension", "orders", "status", {type: "string"});
    expect((await rejected(shop, [same], 409)).detail).toContain("already");
  });

  test("a project without a repository, and an installation that has not granted writing", async () => {
    const {id} = await t.made("/api/projects", {name: "Plain", connectionId: t.connectionId});
    const plain = await t.call("POST", `/api/projects/${id}/write-back`, {body: {changes: [LABEL]}});
    expect([plain.status, plain.body.code]).toEqual([409, "conflict"]);
    const other = await t.shop({}, SEMANTIC_FILES);
    t.github.refusedWrites = true;
    expect((await rejected(other, [LABEL], 409)).detail).toContain("accept these permissions");
    t.github.refusedWrites = false;
  });

  test("a project that stops following its repository at the same moment", async () => {
    const other = await t.shop({}, SEMANTIC_FILES);
    const change = await t.db.startTransaction().execute();
    await sql`
      update projects set git = null, git_repository_id = null where id = ${other.projectId}`.execute(change);
    const refused = rejected(other, [LABEL], 409);
    await lockAwaited(t.db);
    await change.commit().execute();
    expect((await refused).code).toBe("conflict");
  });

  test("a caller who may not author the layer", async () => {
    const path = `/api/projects/${shop.projectId}/write-back`;
    const asUser = await t.call("POST", path, {body: {changes: [LABEL]}, token: t.org.adminUser.token});
    expect([asUser.status, asUser.body.code]).toEqual([403, "missing_privilege"]);
  });
});

describe("a second write-back", () => {
  test("to the same field is another commit on the branch, and the description has both", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const first = await written(shop, [LABEL]);
    const second = await written(shop, [
      set("dimension", "orders", "status", {description: "Where it stands"}),
    ]);
    expect(second).toMatchObject({id: first.id, number: 1, branch: first.branch});
    expect(second.requests).toHaveLength(2);
    expect(stored(shop).pulls).toHaveLength(1);
    expect(stored(shop).pulls[0]?.body).toContain("Where it stands");
    const {store} = shop.repository;
    expect(await store.git(["rev-list", "--count", `main..${first.branch}`])).toBe("2\n");
    expect(await store.read(first.branch, ORDERS)).toContain("label: State, description: Where it stands,");
  });

  test("to another field is a pull request of its own, and one to the fields of both is refused", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    await written(shop, [LABEL]);
    expect(await written(shop, [AVERAGE])).toMatchObject({number: 2});
    const {status: code, body} = await ask(shop, [LABEL, {op: "remove", kind: "model", model: "orders"}]);
    expect([code, body.detail]).toEqual([409, expect.stringContaining("#1, #2")]);
  });

  test("with the same Idempotency-Key is the first one again", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const headers = {"idempotency-key": crypto.randomUUID()};
    const both = await Promise.all([ask(shop, [LABEL], {}, headers), ask(shop, [LABEL], {}, headers)]);
    const again = await ask(shop, [LABEL], {}, headers);
    for (const {status: code, body} of [...both, again])
      expect([code, body.number, body.url, body.requests.length]).toEqual([201, 1, expect.any(String), 1]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await shop.repository.store.git(["rev-list", "--count", `main..${again.body.branch}`])).toBe(
      "1\n",
    );
    expect((await ask(shop, [AVERAGE], {}, headers)).body.code).toBe("idempotency_conflict");
  });

  test("with the Idempotency-Key of one that was refused is tried anew", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const headers = {"idempotency-key": crypto.randomUUID()};
    t.github.refusedWrites = true;
    expect((await ask(shop, [LABEL], {}, headers)).status).toBe(409);
    t.github.refusedWrites = false;
    expect(await ask(shop, [LABEL], {}, headers)).toMatchObject({status: 201, body: {number: 1}});
    expect(stored(shop).pulls).toHaveLength(1);
  });

  test("after a lost answer of the database is not another one, if the Idempotency-Key is the same", async () => {
    const proxy = await openPostgresProxy(t.databaseUrl);
    const {dataDir} = t.web.config;
    const web = await overDatabase(proxy.url, {...t.github.environment(), DATA_DIR: dataDir}, t.org);
    let losses = 0;
    try {
      const shop = await t.shop({}, SEMANTIC_FILES);
      for (const n of [1, 2, 3]) {
        const before = proxy.counts.lostCommits;
        let seen = 0;
        proxy.losesCommit = () => ++seen === n;
        const changes = [set("measure", "orders", `m${n}`, {type: "sum", column: "amount"})];
        const path = `/api/projects/${shop.projectId}/write-back`;
        const send = () =>
          web.call("POST", path, {
            body: {changes},
            headers: {"idempotency-key": `key-${shop.projectId}-${n}`},
          });
        expect([201, 503]).toContain((await send()).status);
        proxy.losesCommit = () => false;
        losses += proxy.counts.lostCommits - before;
        const {status: code, body} = await send();
        expect([code, body.number, body.requests.length]).toEqual([201, n, 1]);
        expect(stored(shop).pulls).toHaveLength(n);
      }
    } finally {
      await web.stop();
      proxy.stop();
    }
    expect(losses).toBeGreaterThan(1);
  });

  test("after the first was merged is a new one", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    await written(shop, [LABEL]);
    // The merge has not been reported yet.
    await merge(stored(shop), 1);
    const second = await written(shop, [set("dimension", "orders", "status", {label: "Other"})]);
    expect(second).toMatchObject({
      number: 2,
      status: "open",
      requests: [{changes: [{value: {label: "Other"}}]}],
    });
    expect((await all(shop)).map(one => one.status)).toEqual(["open", "merged"]);
  });
});

describe("what people do at GitHub", () => {
  test("a merge ends the write-back, and a sync follows", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const {id, number} = await written(shop, [AVERAGE]);
    const head = await merge(stored(shop), number);
    await tellPull(shop, number, "closed");
    await becomes(shop, id, "merged");
    const sync = await t.settled(shop.projectId, 2);
    expect(sync).toMatchObject({status: "succeeded", commit: head, added: ["orders.average"]});
    await tellPull(shop, number, "labeled");
    await becomes(shop, id, "merged");
    expect((await all(shop))[0].closedAt).toEqual(expect.any(String));
  });

  test("closing a pull request closes the write-back, and reopening it opens the write-back again", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const {id, number} = await written(shop, [LABEL]);
    stored(shop).pulls[0]!.state = "closed";
    await tellPull(shop, number, "closed");
    await becomes(shop, id, "closed");
    expect(await t.syncs(shop.projectId)).toHaveLength(1);
    stored(shop).pulls[0]!.state = "open";
    await tellPull(shop, number, "reopened");
    await becomes(shop, id, "open");
  });

  test("a person's commit on the branch and edits of the description stay when another change is written", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const {branch, number} = await written(shop, [LABEL]);
    const {store} = shop.repository;
    const text = `# By hand.\n${await store.read(branch, ORDERS)}`;
    const theirs = await store.change(branch, await store.head(branch), "By hand", [
      {path: ORDERS, bytes: Buffer.from(text)},
    ]);
    Object.assign(stored(shop).pulls[0]!, {title: "My title", body: "My words"});
    await tellPull(shop, number, "edited");
    await written(shop, [set("dimension", "orders", "status", {label: "Standing"})]);
    expect(await store.git(["rev-parse", `${branch}^`])).toBe(`${theirs}\n`);
    expect(await store.read(branch, ORDERS)).toBe(text.replace("label: State", "label: Standing"));
    expect(stored(shop).pulls[0]).toMatchObject({title: "My title", body: "My words"});
    expect((await all(shop))[0].title).toBe("My title");
  });

  test("a newer base is a conflict only if it changed the same lines", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const {id, branch} = await written(shop, [LABEL]);
    const {store} = shop.repository;
    const move = async (find: string, put: string) => {
      const text = (await store.read("main", ORDERS)).replace(find, put);
      await t.tell(
        shop,
        await store.change("main", await store.head("main"), "On", [
          {path: ORDERS, bytes: Buffer.from(text)},
        ]),
      );
      await t.settled(shop.projectId);
    };
    await move("expr: amount", "expr: amount * 2");
    await until(async () => t.github.requests.filter(one => one.endsWith("/pulls/1")).length > 2);
    expect(await status(shop, id)()).toBe("open");
    const mine = await store.head(branch);
    await move("{name: status, type: categorical}", "{name: status, type: categorical, label: Theirs}");
    await becomes(shop, id, "conflicting");
    expect(await store.head(branch)).toBe(mine);
  });

  test("a commit that comes between reading and writing is not overwritten", async () => {
    const shop = await t.shop({}, SEMANTIC_FILES);
    const {branch} = await written(shop, [LABEL]);
    const {store} = shop.repository;
    let theirs = "";
    t.github.interfere = async (_, path) => {
      if (path !== "/api/graphql" || theirs) return undefined;
      theirs = await store.change(branch, await store.head(branch), "Between", [
        {path: "x.md", bytes: Buffer.from("x")},
      ]);
      return undefined;
    };
    await written(shop, [set("dimension", "orders", "status", {label: "Standing"})]);
    t.github.interfere = undefined;
    expect(await store.git(["rev-parse", `${branch}^`])).toBe(`${theirs}\n`);
  });
});

test("while GitHub limits requests, a write-back is answered as queued, and continues later", async () => {
  const shop = await t.shop({}, SEMANTIC_FILES);
  const headers = {"retry-after": "1"};
  let refused = 0;
  t.github.interfere = (_, path) =>
    path.includes("/git/ref") && ++refused < 2
      ? Response.json({message: "limit"}, {status: 403, headers})
      : undefined;
  const {status: code, body} = await ask(shop, [LABEL]);
  expect([code, body.status, body.number]).toEqual([202, "queued", null]);
  expect(body.requests[0].waitsUntil).toEqual(expect.any(String));
  await becomes(shop, body.id, "open");
  t.github.interfere = undefined;
});

test("a waiting write-back is not written once its service account is deleted", async () => {
  const shop = await t.shop({}, SEMANTIC_FILES);
  const made = await t.call("POST", `/api/orgs/${t.org.id}/service-accounts`, {
    body: {name: "leaver", scopes: ["read", "write"], orgRole: "admin"},
  });
  const {serviceAccount, token} = made.body;
  let isLimited = true;
  t.github.interfere = (_, path) =>
    path.includes("/git/ref") && isLimited
      ? Response.json({message: "limit"}, {status: 403, headers: {"retry-after": "1"}})
      : undefined;
  const path = `/api/projects/${shop.projectId}/write-back`;
  const {status: code, body} = await t.call("POST", path, {body: {changes: [LABEL]}, token});
  expect([code, body.status]).toEqual([202, "queued"]);
  const account = `/api/orgs/${t.org.id}/service-accounts/${serviceAccount.id}`;
  expect((await t.call("DELETE", account)).status).toBe(204);
  isLimited = false;
  const ended = await until(async () => {
    const found = (await all(shop)).find(one => one.id === body.id);
    return found.status === "queued" ? undefined : found;
  });
  t.github.interfere = undefined;
  expect([ended.status, stored(shop).pulls.length]).toEqual(["failed", 0]);
  expect(ended.requests[0].error).toBe(
    '"leaver", which requested the write-back, may no longer change the layer.',
  );
});

test("write-backs are listed in pages, newest first, and each can be read by its id", async () => {
  const shop = await t.shop({}, SEMANTIC_FILES);
  for (const name of ["a", "b", "c"])
    await written(shop, [set("measure", "orders", name, {type: "sum", column: "amount"})]);
  const path = `/api/projects/${shop.projectId}/write-backs`;
  const page = await t.call("GET", `${path}?limit=2`);
  expect(page.body.map((one: Json) => one.number)).toEqual([3, 2]);
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
  const rest = await t.call(
    "GET",
    new URL(next, "http://service").pathname + new URL(next, "http://service").search,
  );
  expect(rest.body.map((one: Json) => one.number)).toEqual([1]);
  expect((await t.call("GET", `${path}/${rest.body[0].id}`)).body).toEqual(rest.body[0]);
  const audited = await sql<{actor_id: string}>`
    select actor_id from audit_log where action = 'project.write_back' and resource_id = ${shop.projectId}`.execute(
    t.db,
  );
  expect(audited.rows).toEqual(Array.from({length: 3}, () => ({actor_id: t.org.admin.id})));
});

test("a write-back names the service account that requested it, and the person who created the account", async () => {
  const shop = await t.shop({}, SEMANTIC_FILES);
  const made = await t.call("POST", `/api/orgs/${t.org.id}/service-accounts`, {
    body: {name: "modeller", scopes: ["read", "write"], orgRole: "admin"},
    token: t.org.adminUser.token,
  });
  expect(made.status).toBe(201);
  const {serviceAccount, token} = made.body;
  const path = `/api/projects/${shop.projectId}/write-back`;
  const {body} = await t.call("POST", path, {body: {changes: [LABEL]}, token});
  const person = {id: t.org.adminUser.id, name: expect.any(String)};
  expect(body.requests[0].askedBy).toEqual({
    serviceAccount: {id: serviceAccount.id, name: "modeller"},
    person,
  });
  const text = stored(shop).pulls[0]?.body ?? "";
  expect(text).toContain("Requested by `modeller`, of `");
  // Everybody can read the pull requests of a public repository.
  stored(shop).isPrivate = false;
  await written(shop, [AVERAGE]);
  expect(stored(shop).pulls[1]?.body).toContain("Requested by a service account");
  expect(stored(shop).pulls[1]?.body).not.toContain("Shop");
});

test("a write-back whose job was lost is still carried out", async () => {
  const shop = await t.shop({}, SEMANTIC_FILES);
  const id = newId("wb");
  const common = sql`${t.org.id}, ${shop.projectId}`;
  await sql`
    insert into write_backs (id, org_id, project_id, repository_id, branch, title)
    values (${id}, ${common}, ${shop.repository.id}, ${`analytics/${id}`}, 'Lost')`.execute(t.db);
  const askedBy = {serviceAccount: {id: t.org.admin.id, name: "ci"}, person: null};
  await sql`
    insert into write_back_requests (id, org_id, project_id, write_back_id, changes, asked_by, created_at)
    values (${newId("req")}, ${common}, ${id}, ${JSON.stringify([LABEL])}::json, ${JSON.stringify(askedBy)}::json,
      now() - interval '11 minutes')`.execute(t.db);
  await enqueue(t.db, "collect_garbage", {});
  await becomes(shop, id, "open");
});
