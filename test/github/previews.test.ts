import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addChart} from "../support/content.ts";
import {until} from "../support/until.ts";
import {deliver} from "./deliver.ts";
import {lightdashFiles} from "./project-files.ts";
import {type GitService, gitService, INSTALLATION, type Shop} from "./service.ts";
import {redirectFrom} from "./stand-in.ts";

let t: GitService;

beforeAll(async () => {
  t = await gitService();
});
afterAll(async () => t?.stop());

const stored = ({repository}: Shop) => t.github.repositories.get(repository.id)!;
const AVERAGE = "            average: {type: average}\n";
const TOTAL = "            total: {type: sum}\n";

async function jobsDone(): Promise<void> {
  await until(async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs
      where task_identifier in ('take_github_delivery', 'preview_pull')`.execute(t.db);
    return rows.length === 0;
  });
}

let numbers = 0;
async function opened(shop: Shop, files: Record<string, string>, more: {fork?: boolean; base?: string} = {}) {
  const number = ++numbers;
  const branch = `change-${number}`;
  const {store, pulls} = stored(shop);
  await store.git(["update-ref", `refs/heads/${branch}`, await store.head("main")]);
  await store.commit({files, branch});
  pulls.push({number, branch, base: "main", state: "open", ...more});
  await tell(shop, {action: "opened", pull_request: {number}});
  return {number, branch};
}

async function tell(shop: Shop, payload: object, event = "pull_request") {
  const repository = {id: shop.repository.id, full_name: shop.repository.fullName};
  const body = {...payload, repository, installation: {id: INSTALLATION}, at: Math.random()};
  expect((await deliver(t, body, {event})).status).toBe(202);
  await jobsDone();
}

test("the check of a pull request says what it would change, and runs nothing in the warehouse", async () => {
  const shop = await t.shop();
  const before = await t.layer(shop.projectId);
  const {branch} = await opened(shop, lightdashFiles(AVERAGE));
  const {checks, store} = stored(shop);
  expect(checks).toMatchObject([
    {
      head_sha: await store.head(branch),
      status: "completed",
      conclusion: "success",
      name: "Semantic layer: /",
      output: {title: "1 added, 0 changed, 0 removed"},
    },
  ]);
  expect(checks[0]?.output.summary).toContain("`orders.average`");
  expect(await t.layer(shop.projectId)).toEqual(before);
  expect(await t.syncs(shop.projectId)).toHaveLength(1);
});

test("a check runs no query, so a column that the warehouse does not have does not fail it", async () => {
  const shop = await t.shop();
  await opened(shop, lightdashFiles("            gone: {type: sum, sql: no_such_column}\n"));
  expect(stored(shop).checks).toMatchObject([{conclusion: "success"}]);
});

test("new pushes and a request for another run renew the check, and no check is made twice", async () => {
  const shop = await t.shop();
  const {number, branch} = await opened(shop, lightdashFiles(AVERAGE));
  const {checks, store} = stored(shop);
  await store.commit({files: lightdashFiles(`${AVERAGE}            largest: {type: max}\n`), branch});
  await tell(shop, {action: "synchronize", pull_request: {number}});
  const head = await store.head(branch);
  await tell(shop, {action: "edited", pull_request: {number}});
  await tell(shop, {action: "rerequested", check_run: {head_sha: head}}, "check_run");
  await tell(shop, {action: "rerequested", check_suite: {head_sha: head}}, "check_suite");
  expect(checks.map(run => run.output.title)).toEqual([
    "1 added, 0 changed, 0 removed",
    "2 added, 0 changed, 0 removed",
  ]);
  expect(checks[1]?.head_sha).toBe(head);
});

test("another run is also made if the repository was renamed, and GitHub's event about that was lost", async () => {
  const shop = await t.shop();
  const {branch} = await opened(shop, lightdashFiles(AVERAGE));
  const {checks, store, fullName} = stored(shop);
  await sql`
    update projects set git = git || '{"repository": "acme/former"}' where id = ${shop.projectId}`.execute(
    t.db,
  );
  t.github.interfere = (_, path) => redirectFrom(t.github, "acme/former", shop.repository.id, path);
  checks.length = 0;
  await tell(shop, {action: "rerequested", check_run: {head_sha: await store.head(branch)}}, "check_run");
  t.github.interfere = undefined;
  expect(checks).toHaveLength(1);
  expect((await t.project(shop.projectId)).git.repository).toBe(fullName);
});

test("an organization's pull requests are previewed one after another, however many are opened at once", async () => {
  const shops = [await t.shop(), await t.shop()];
  let [now, most] = [0, 0];
  const two = Promise.withResolvers<void>();
  t.github.hold = (_, path) => {
    if (!path.includes("/_codeload/")) return undefined;
    most = Math.max(most, ++now);
    if (now > 1) two.resolve();
    // Long enough for another preview to begin.
    return Promise.race([two.promise, Bun.sleep(300)]).then(() => void now--);
  };
  await Promise.all(shops.map(shop => opened(shop, lightdashFiles(AVERAGE))));
  t.github.hold = undefined;
  expect(shops.map(shop => stored(shop).checks.length)).toEqual([1, 1]);
  expect(most).toBe(1);
});

describe("a pull request that would break saved content", () => {
  const without = () => {
    const files = lightdashFiles(`            sum_of_all: {type: sum}\n`);
    return {...files, "models/orders.yml": files["models/orders.yml"]!.replace(TOTAL, "")};
  };
  test.each([
    ["apply", "neutral"],
    ["hold", "failure"],
  ])(
    "and a project with `onBreak: %s`: the check is %s, and counts that content without its names",
    async (onBreak, conclusion) => {
      const shop = await t.shop({onBreak});
      const query = {model: "orders", measures: ["orders.total"]};
      const chart = await addChart(t, shop.projectId, {ownerId: t.org.member.id, query});
      await opened(shop, without());
      const [check] = stored(shop).checks;
      expect(check).toMatchObject({
        conclusion,
        output: {title: "1 added, 0 changed, 1 removed; breaks 1 saved thing"},
      });
      expect(check?.output.summary).toContain("Breaks 1 chart");
      expect(JSON.stringify(check)).not.toContain(chart);
    },
  );
});

test("saved charts whose query would change are counted", async () => {
  const shop = await t.shop();
  const query = {model: "orders", measures: ["orders.total"]};
  await addChart(t, shop.projectId, {ownerId: t.org.member.id, query});
  const files = lightdashFiles();
  files["models/orders.yml"] = files["models/orders.yml"]!.replace(TOTAL, "            total: {type: max}\n");
  await opened(shop, files);
  expect(stored(shop).checks[0]?.output.summary).toContain(
    "1 saved chart would send different SQL to the warehouse",
  );
});

test("files that cannot be read fail the check, with their lines", async () => {
  const shop = await t.shop({path: "dbt"}, {...prefixed(lightdashFiles())});
  await opened(shop, prefixed({...lightdashFiles(), "models/x.yml": "models:\n  - name: [x\n"}));
  expect(stored(shop).checks).toMatchObject([
    {
      conclusion: "failure",
      output: {
        annotations: [
          {path: "dbt/models/x.yml", start_line: expect.any(Number), annotation_level: "failure"},
        ],
      },
    },
  ]);
});

function prefixed(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`dbt/${path}`, text]));
}

describe("a check contains nothing but counts", () => {
  test.each([
    ["of a pull request from a fork", {fork: true}, true],
    ["in a public repository", {}, false],
  ])("%s", async (_, more, isPrivate) => {
    const shop = await t.shop();
    stored(shop).isPrivate = isPrivate;
    await opened(shop, lightdashFiles(AVERAGE), more);
    const [check] = stored(shop).checks;
    expect(check?.output.title).toBe("1 added, 0 changed, 0 removed");
    expect(check?.output.summary).not.toContain("orders");
  });
});

describe("a pull request gets no check", () => {
  const none = async (shop: Shop) => expect(stored(shop).checks).toEqual([]);

  test("if nothing below the path changes", async () => {
    const shop = await t.shop({path: "dbt"}, prefixed(lightdashFiles()));
    await opened(shop, {...prefixed(lightdashFiles()), "README.md": "# Other"});
    await none(shop);
  });

  test("if it is for another branch, or closed", async () => {
    const shop = await t.shop();
    const {store} = stored(shop);
    await store.git(["update-ref", "refs/heads/release", await store.head("main")]);
    await opened(shop, lightdashFiles(AVERAGE), {base: "release"});
    await none(shop);
    stored(shop).pulls[0]!.state = "closed";
    await tell(shop, {action: "closed", pull_request: {number: numbers}});
    await none(shop);
  });

  test("if the App was installed without that permission, and the project still follows its repository", async () => {
    const shop = await t.shop();
    t.github.interfere = async (request, path) =>
      path.endsWith("/access_tokens") && (await request.clone().text()).includes('"checks"')
        ? Response.json({message: "The permissions requested are not granted."}, {status: 422})
        : undefined;
    await opened(shop, lightdashFiles(AVERAGE));
    t.github.interfere = undefined;
    await none(shop);
    expect((await t.project(shop.projectId)).git.status).toBe("active");
  });
});

test("row access is neither shown nor reported as a change", async () => {
  const shop = await t.shop();
  const {models, joins} = await t.layer(shop.projectId);
  const rowAccess = [{dimension: "region", attribute: "secret_attribute"}];
  const graph = {
    joins,
    models: models.map((one: {name: string}) => (one.name === "customers" ? {...one, rowAccess} : one)),
  };
  await t.made(`/api/projects/${shop.projectId}/introspect`, graph);
  await opened(shop, lightdashFiles(AVERAGE));
  const files = lightdashFiles();
  files["models/customers.yml"] = files["models/customers.yml"]!.replace("name: region", "name: name_two");
  await opened(shop, files);
  const [one, two] = stored(shop).checks;
  expect(one?.output.title).toBe("1 added, 0 changed, 0 removed");
  expect(two).toMatchObject({conclusion: "failure", output: {annotations: []}});
  expect(JSON.stringify(stored(shop).checks)).not.toMatch(/secret_attribute|rowAccess|region/);
});
