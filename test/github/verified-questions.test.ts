import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {PROTOCOL} from "../../shared/core/process/protocol-version.ts";
import {readGraph} from "../../shared/querying/layers/stored-graph.ts";
import {requireProject} from "../../shared/tenancy/projects/find.ts";
import {applySync, serviceIn} from "../../worker/github/apply-sync.ts";
import type {SyncRun} from "../../worker/github/sync-run.ts";
import {lineDiff} from "../layer-formats/write/line-diff.ts";
import {addPerson} from "../support/people.ts";
import {until} from "../support/until.ts";
import {lightdashFiles} from "./project-files.ts";
import {merge} from "./pulls.ts";
import {type GitService, gitService, type Shop} from "./service.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: GitService;
let shop: Shop;
let path: string;

const FILE = `verified_questions:
  - question: How many orders are there?
    phrasings: [number of orders]
    query: {model: orders, measures: [orders.count]}
    note: All of them.
  - question: How many are lost?
    query: {model: orders, measures: [orders.nothing]}
  - query: {model: orders, measures: [orders.count]}
`;

beforeAll(async () => {
  t = await gitService();
  shop = await t.shop({}, {...lightdashFiles(), "verified-questions.yml": FILE});
  path = `/api/projects/${shop.projectId}/verified-questions`;
});
afterAll(async () => t?.stop());

/** Pushes this file beside the same layer. */
async function push(text: string): Promise<void> {
  const sync = await t.pushed(shop, {files: {...lightdashFiles(), "verified-questions.yml": text}});
  expect(sync.status).toBe("succeeded");
}

const list = async (): Promise<Json[]> => (await t.call("GET", path)).body;

test("verified questions in a file beside the layer become the project's, and unreadable entries are noted", async () => {
  expect(await list()).toMatchObject([
    {
      question: "How many orders are there?",
      phrasings: ["number of orders"],
      query: {model: "orders", measures: ["orders.count"]},
      note: "All of them.",
      status: "valid",
      verifiedBy: null,
    },
  ]);
  const [sync] = await t.syncs(shop.projectId);
  const notes = sync.notes.filter((note: Json) => note.code === "question_left_out");
  expect(notes).toMatchObject([
    {file: "verified-questions.yml", line: 6, message: expect.stringContaining("orders.nothing")},
    {file: "verified-questions.yml", line: 8, message: expect.stringContaining("question")},
  ]);
});

test("a push changes and deletes the questions of the file, and leaves those that people have saved", async () => {
  const [before] = await list();
  const own = await t.made(path, {
    question: "By hand?",
    query: {model: "orders", measures: ["orders.count"]},
  });
  await push(FILE.replace("All of them.", "Every one."));
  const changed = (await list()).find(one => one.id === before.id);
  expect([changed.note, changed.question]).toEqual(["Every one.", before.question]);
  await push("verified_questions: []\n");
  expect((await list()).map(({id}) => id)).toEqual([own.id]);
});

test("a question that a person has reworded no longer belongs to the file, and stays", async () => {
  await push(FILE);
  const [saved] = await list().then(all => all.filter(one => one.question === "How many orders are there?"));
  const question = "How many orders have we had?";
  expect((await t.call("PATCH", `${path}/${saved.id}`, {body: {question}})).status).toBe(200);
  await push("verified_questions: []\n");
  expect((await list()).find(({id}) => id === saved.id)).toMatchObject({question});
  expect((await t.call("DELETE", `${path}/${saved.id}`)).status).toBe(204);
});

test("with `hold` a commit waits if it breaks a question, unless its file mends or drops the question", async () => {
  const held = await t.shop(
    {onBreak: "hold"},
    {...lightdashFiles(), "verified-questions.yml": ofField("total")},
  );
  const files = lightdashFiles();
  files["models/orders.yml"] = files["models/orders.yml"]!.replace(
    "            total:",
    "            sum_of_all:",
  );
  const pushed = (text: string) => t.pushed(held, {files: {...files, "verified-questions.yml": text}});
  expect(await pushed(ofField("total"))).toMatchObject({held: true, broken: [{name: "How much?"}]});
  expect(await pushed(ofField("sum_of_all"))).toMatchObject({status: "succeeded", broken: []});
  const other = await t.shop(
    {onBreak: "hold"},
    {...lightdashFiles(), "verified-questions.yml": ofField("total")},
  );
  expect(
    await t.pushed(other, {files: {...files, "verified-questions.yml": "verified_questions: []\n"}}),
  ).toMatchObject({status: "succeeded", broken: []});
});

const ofField = (name: string) =>
  `verified_questions: [{question: 'How much?', query: {model: orders, measures: [orders.${name}]}}]\n`;

test("the project's questions can be exported as such a file, which is read back as the same questions", async () => {
  await t.made(path, {
    question: "Which states?",
    phrasings: ["states: all"],
    query: {
      model: "orders",
      dimensions: ["orders.status"],
      filters: [{field: "orders.status", op: "!=", value: 'no: "x"'}],
    },
  });
  const before = await list();
  const file = await t.call("GET", `${path}?format=yaml`);
  expect(file.headers.get("content-type")).toContain("application/yaml");
  await push(file.text);
  const after = await list();
  const contentOf = ({question, phrasings, query, note}: Json) => ({question, phrasings, query, note});
  expect(after.map(contentOf)).toEqual(before.map(contentOf));
});

describe("verified questions and their write-backs", () => {
  const query = {model: "orders", measures: ["orders.count"]};
  const write = (of: Shop, body: object = {verifiedQuestions: true}, token = t.org.admin.token) =>
    t.call("POST", `/api/projects/${of.projectId}/write-back`, {body, token});
  const verify = (of: Shop, body: object) => t.made(`/api/projects/${of.projectId}/verified-questions`, body);
  const questionsOf = async (of: Shop): Promise<Json[]> =>
    (await t.call("GET", `/api/projects/${of.projectId}/verified-questions`)).body;
  const FILE_NAME = "verified-questions.yml";

  /** Merges the pull request, and waits for the sync of the merge. */
  async function merged(of: Shop, number: number): Promise<void> {
    const head = await merge(t.github.repositories.get(of.repository.id)!, number);
    await t.tell(of, head);
    await until(async () => {
      const [newest] = await t.syncs(of.projectId);
      return newest.commit === head && newest.finishedAt !== null;
    });
  }

  test("a write-back is a pull request of the entries that people saved, and the rest of the file stays", async () => {
    const text = `# Ours, by hand.
verified_questions:
  # The first one.
  - question: "How many orders are there?" # all
    phrasings: [number of orders]
    query: {model: orders, measures: [orders.count]}
    note: All of them.

  - question: How many are lost?
    query: {model: orders, measures: [orders.nothing]} # not yet
`;
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text});
    const [known] = await questionsOf(own);
    const path = `/api/projects/${own.projectId}/verified-questions`;
    const edit = {phrasings: ["number of orders", "count: of orders"]};
    expect((await t.call("PATCH", `${path}/${known.id}`, {body: edit})).status).toBe(200);
    const filters = [{field: "orders.status", op: "=", value: "#paid: yes"}];
    await verify(own, {question: "How many are paid?", query: {...query, filters}, note: "By\nstatus."});
    const made = await write(own);
    expect(made).toMatchObject({
      status: 201,
      body: {
        number: 1,
        title: "Write the verified questions",
        requests: [{changes: [], verifiedQuestions: true}],
      },
    });
    const {store} = own.repository;
    const after = await store.read(made.body.branch, FILE_NAME);
    expect(lineDiff(text, after)).toEqual([
      "-    phrasings: [number of orders]",
      "+    phrasings:",
      "+      - number of orders",
      '+      - "count: of orders"',
      "+",
      "+  - question: How many are paid?",
      "+    query:",
      "+      model: orders",
      "+      measures:",
      "+        - orders.count",
      "+      filters:",
      "+        - field: orders.status",
      "+          op: =",
      '+          value: "#paid: yes"',
      "+    note: |-",
      "+      By",
      "+      status.",
    ]);
    await merged(own, 1);
    // The verifiers are the same as before, because the merged file has the same questions.
    expect(await questionsOf(own)).toMatchObject([
      {question: "How many are paid?", verifiedBy: {id: t.org.admin.id}},
      {id: known.id, ...edit, verifiedBy: {id: t.org.admin.id}},
    ]);
    expect(await write(own)).toMatchObject({status: 409, body: {code: "conflict"}});
    // Somebody removes a question from the file by hand, and the project drops it.
    await t.pushed(own, {files: {...lightdashFiles(), [FILE_NAME]: text}});
    expect(await questionsOf(own)).toMatchObject([{id: known.id, verifiedBy: null}]);
  });

  test("changes between a write-back and its merge are in the next write-back, and stay after the merge", async () => {
    const entry = (name: string, note: string) =>
      `  - question: ${name}\n    query: {model: orders, measures: [orders.count]}\n    note: ${note}\n`;
    const text = `verified_questions:\n${entry("One?", "v0")}${entry("Gone?", "v0")}`;
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text});
    const at = `/api/projects/${own.projectId}/verified-questions`;
    const idOf = async (question: string) =>
      (await questionsOf(own)).find(one => one.question === question)?.id ?? "";
    const edit = async (question: string, note: string) =>
      expect((await t.call("PATCH", `${at}/${await idOf(question)}`, {body: {note}})).status).toBe(200);
    const remove = async (question: string) =>
      expect((await t.call("DELETE", `${at}/${await idOf(question)}`)).status).toBe(204);
    await edit("One?", "v1");
    await edit("Gone?", "v1");
    await verify(own, {question: "New?", query, note: "n1"});
    await verify(own, {question: "Short?", query, note: "s1"});
    const {branch} = (await write(own)).body;
    await edit("One?", "v2");
    await edit("New?", "n2");
    await remove("Gone?");
    await remove("Short?");
    expect((await write(own)).status).toBe(201);
    const onBranch = (await own.repository.store.read(branch, FILE_NAME)) ?? "";
    expect([...onBranch.matchAll(/(?:question|note): (\S+)/g)].map(([, found]) => found)).toEqual([
      "One?",
      "v2",
      "New?",
      "n2",
    ]);
    await edit("One?", "v3");
    await remove("New?");
    await merged(own, 1);
    const after = (await questionsOf(own)).map(({question, note}) => [question, note]);
    expect(after).toEqual([["One?", "v3"]]);
  });

  test("what members have changed or deleted stays so while the file's entry does not compile", async () => {
    const entry = (name: string) =>
      `  - question: ${name}\n    query: {model: orders, measures: [orders.total]}\n`;
    const text = `verified_questions:\n${entry("Mend?")}${entry("Gone?")}`;
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text});
    const at = `/api/projects/${own.projectId}/verified-questions`;
    const ids = new Map((await questionsOf(own)).map(one => [one.question, one.id]));
    const mended = {query: {model: "orders", measures: ["orders.count"]}};
    expect((await t.call("PATCH", `${at}/${ids.get("Mend?")}`, {body: mended})).status).toBe(200);
    expect((await t.call("DELETE", `${at}/${ids.get("Gone?")}`)).status).toBe(204);
    const files = lightdashFiles();
    const renamed =
      files["models/orders.yml"]?.replace("            total:", "            sum_of_all:") ?? "";
    const standing = async () =>
      (await questionsOf(own)).map(({question, query: {measures}}) => [question, measures]);
    await t.pushed(own, {files: {...files, "models/orders.yml": renamed, [FILE_NAME]: text}});
    expect(await standing()).toEqual([["Mend?", ["orders.count"]]]);
    await t.pushed(own, {files: {...lightdashFiles(), [FILE_NAME]: text}});
    expect(await standing()).toEqual([["Mend?", ["orders.count"]]]);
  });

  test("a member's change stays until the entry in the file changes, and a write-back leaves newer entries alone", async () => {
    const entry = (name: string, note: string) =>
      `  - question: ${name}\n    query: {model: orders, measures: [orders.count]}\n    note: ${note}\n`;
    const text = `verified_questions:\n${entry("One?", "First.")}${entry("Two?", "Second.")}${entry("Three?", "Third.")}`;
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text});
    const at = `/api/projects/${own.projectId}/verified-questions`;
    const idOf = async (question: string) =>
      (await questionsOf(own)).find(one => one.question === question)?.id;
    // A new note verifies nothing, but still changes the entry.
    expect((await t.call("PATCH", `${at}/${await idOf("One?")}`, {body: {note: "Mine."}})).status).toBe(200);
    const two = {note: "My second.", phrasings: ["a pair"]};
    expect((await t.call("PATCH", `${at}/${await idOf("Two?")}`, {body: two})).status).toBe(200);
    expect((await t.call("DELETE", `${at}/${await idOf("Three?")}`)).status).toBe(204);
    const notes = async () => (await questionsOf(own)).map(({question, note}) => [question, note]).sort();
    const mine = [
      ["One?", "Mine."],
      ["Two?", "My second."],
    ];
    // Another commit, with the same entries of these questions.
    await t.pushed(own, {
      files: {...lightdashFiles(), [FILE_NAME]: `# More.\n${text}${entry("Four?", "Fourth.")}`},
    });
    expect(await notes()).toEqual([["Four?", "Fourth."], ...mine]);
    // A commit that changes the second question, and that was not reported to the service.
    const newer = `${text.replace("Second.", "A newer second.")}${entry("Four?", "Fourth.")}`;
    await own.repository.store.commit({files: {...lightdashFiles(), [FILE_NAME]: newer}});
    const made = await write(own);
    expect(made.status).toBe(201);
    const after = await own.repository.store.read(made.body.branch, FILE_NAME);
    expect(lineDiff(newer, after)).toEqual([
      "-    note: First.",
      "+    note: Mine.",
      "-  - question: Three?",
      "-    query: {model: orders, measures: [orders.count]}",
      "-    note: Third.",
    ]);
    await merged(own, 1);
    expect(await notes()).toEqual([
      ["Four?", "Fourth."],
      ["One?", "Mine."],
      ["Two?", "A newer second."],
    ]);
    expect(await write(own)).toMatchObject({status: 409, body: {code: "conflict"}});
  });

  test("a deleted question returns if its entry in the file changes, or if somebody saves the question again", async () => {
    const text = (note: string) => `verified_questions:
  - {question: Gone?, query: {model: orders, measures: [orders.count]}, note: ${note}}
  - {question: Renamed?, query: {model: orders, measures: [orders.count]}}
`;
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text("One.")});
    const at = `/api/projects/${own.projectId}/verified-questions`;
    const names = async () => (await questionsOf(own)).map(({question}) => question).sort();
    const [renamed, gone] = (await questionsOf(own)).sort((a, b) => (a.question < b.question ? 1 : -1));
    expect((await t.call("DELETE", `${at}/${gone.id}`)).status).toBe(204);
    const body = {question: "Named anew?"};
    expect((await t.call("PATCH", `${at}/${renamed.id}`, {body})).status).toBe(200);
    await t.pushed(own, {files: {...lightdashFiles(), [FILE_NAME]: `# Said.\n${text("One.")}`}});
    expect(await names()).toEqual(["Named anew?"]);
    await t.pushed(own, {files: {...lightdashFiles(), [FILE_NAME]: text("Another one.")}});
    expect(await names()).toEqual(["Gone?", "Named anew?"]);
    await verify(own, {question: "renamed?", query, note: "Back."});
    const made = await write(own);
    expect(await own.repository.store.read(made.body.branch, FILE_NAME)).toBe(
      `${text("Another one.").replace("Renamed?, query: {model: orders, measures: [orders.count]}", "renamed?, query: {model: orders, measures: [orders.count]}, note: Back.")}  - {question: Named anew?, query: {model: orders, measures: [orders.count]}}\n`,
    );
  });

  test("a question that an earlier version has reworded is written, and its old wording does not return", async () => {
    const text = `verified_questions:\n  - question: Old?\n    query: {model: orders, measures: [orders.count]}\n`;
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text});
    // The statement of the earlier version, which does not know about entries of files.
    await sql`
      update verified_questions set question = 'New?', wording = 'new', verified_by = ${t.org.admin.id}, from_file = false,
        verified_attributes = '{}', verified_at = now(), updated_at = now()
      where org_id = ${t.org.id} and project_id = ${own.projectId}`.execute(t.db);
    await t.pushed(own, {files: {...lightdashFiles(), [FILE_NAME]: `# Said.\n${text}`}});
    expect((await questionsOf(own)).map(({question}) => question)).toEqual(["New?"]);
    const made = await write(own);
    expect(made.status).toBe(201);
    const after = await own.repository.store.read(made.body.branch, FILE_NAME);
    expect(Bun.YAML.parse(after ?? "")).toEqual({verified_questions: [{question: "New?", query}]});
  });

  test.each(["deleted", "reworded"])(
    "a question that is %s while a sync saves the files stays so",
    async how => {
      const entry = (name: string, note: string) =>
        `  - question: ${name}\n    query: {model: orders, measures: [orders.count]}\n    note: ${note}\n`;
      const text = (note: string) =>
        `verified_questions:\n${entry("First?", note)}${entry("Second?", "Same.")}`;
      const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text("v0")});
      const at = `/api/projects/${own.projectId}/verified-questions`;
      const second = (await questionsOf(own)).find(({question}) => question === "Second?");
      const gate = new pg.Client({connectionString: t.databaseUrl});
      await gate.connect();
      try {
        // The sync waits for the first question after it has read which questions are deleted.
        await gate.query("begin");
        await gate.query(
          "select from verified_questions where project_id = $1 and question = 'First?' for update",
          [own.projectId],
        );
        const waiting = async (count: number) => {
          const {rows} = await gate.query<{count: number}>(
            "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows[0]!.count >= count;
        };
        const sync = t.pushed(own, {files: {...lightdashFiles(), [FILE_NAME]: text("v1")}});
        await until(() => waiting(1));
        let isChanged = false;
        const changed = (
          how === "deleted"
            ? t.call("DELETE", `${at}/${second.id}`)
            : t.call("PATCH", `${at}/${second.id}`, {body: {question: "Third?"}})
        ).then(({status}) => {
          isChanged = true;
          expect(status).toBeLessThan(300);
        });
        await until(async () => isChanged || (await waiting(2)));
        await gate.query("rollback");
        await Promise.all([sync, changed]);
      } finally {
        await gate.end();
      }
      expect((await questionsOf(own)).map(({question, note}) => [question, note]).sort()).toEqual([
        ["First?", "v1"],
        ...(how === "deleted" ? [] : [["Third?", "Same."]]),
      ]);
    },
  );

  test("no worker of an earlier version takes a request that writes verified questions", async () => {
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: "verified_questions: []\n"});
    await verify(own, {question: "How many?", query});
    // GitHub is unavailable, so that the request waits.
    t.github.interfere = () => new Response("away", {status: 502});
    const accepted = await write(own);
    expect(accepted.status).toBe(202);
    const {rows: jobs} = await sql<{task_identifier: string}>`
      select task_identifier from graphile_worker.jobs where key = ${`write back ${own.projectId}`}`.execute(
      t.db,
    );
    expect(jobs).toEqual([{task_identifier: `write_back_v${PROTOCOL}`}]);
    // The statement with which an earlier version takes a request.
    const {rows: taken} = await sql`
      select n.id from write_back_requests n
      where n.org_id = ${t.org.id} and n.project_id = ${own.projectId} and n.status in ('queued', 'running')`.execute(
      t.db,
    );
    expect(taken).toEqual([]);
    t.github.interfere = undefined;
    await sql`update write_back_requests set waits_until = now() where project_id = ${own.projectId}`.execute(
      t.db,
    );
    await sql`
      select graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs where key = ${`write back ${own.projectId}`}), run_at => now())`.execute(
      t.db,
    );
    const {branch} = await until(async () => {
      const {body} = await t.call("GET", `/api/projects/${own.projectId}/write-backs/${accepted.body.id}`);
      return body.status === "open" ? body : undefined;
    });
    expect(await own.repository.store.read(branch, FILE_NAME)).toContain("How many?");
  });

  test("a file is created below the project's folder if there is none, and a second request adds to the first", async () => {
    const files = Object.fromEntries(
      Object.entries(lightdashFiles()).map(([path, text]) => [`a/b/${path}`, text]),
    );
    const own = await t.shop({path: "a/b"}, files);
    await verify(own, {question: "How many?", query});
    const first = await write(own);
    expect(first.status).toBe(201);
    const {store} = own.repository;
    const where = `a/b/${FILE_NAME}`;
    expect(await store.read(first.body.branch, where)).toBe(
      "verified_questions:\n  - question: How many?\n    query:\n      model: orders\n      measures:\n        - orders.count\n",
    );
    await verify(own, {question: "And how many more?", query});
    const label = {op: "set", kind: "dimension", model: "orders", name: "status", value: {label: "State"}};
    const second = await write(own, {verifiedQuestions: true, changes: [label]});
    expect(second.body).toMatchObject({id: first.body.id, number: 1, requests: [{}, {changes: [label]}]});
    expect(await store.read(first.body.branch, where)).toContain("And how many more?");
    expect(await store.read(first.body.branch, "a/b/models/orders.yml")).toContain("State");
    const [pull] = t.github.repositories.get(own.repository.id)!.pulls;
    expect(pull?.body).toContain("Writes the verified questions that members have saved");
    // A reader of the project might not see the questions, so the answer does not contain them.
    expect(JSON.stringify(second.body)).not.toContain("And how many more?");
  });

  test("an entry that cannot be changed in place is left out and named to org-admins, and all others are written", async () => {
    const text = `verified_questions:
  - question: Shared?
    query: &counted {model: orders, measures: [orders.count]}
  - question: Plain?
    query: *counted
    note: v0
`;
    const own = await t.shop({}, {...lightdashFiles(), [FILE_NAME]: text});
    const at = `/api/projects/${own.projectId}/verified-questions`;
    const edit = async (name: string, body: object) => {
      const found = (await questionsOf(own)).find(({question}) => question === name);
      expect((await t.call("PATCH", `${at}/${found.id}`, {body})).status).toBe(200);
    };
    await edit("Shared?", {query: {model: "orders", measures: ["orders.total"]}});
    await edit("Plain?", {note: "v1"});
    const place = {file: FILE_NAME, line: 2, message: expect.stringContaining("the anchor &counted")};
    const made = await write(own);
    expect(made).toMatchObject({
      status: 201,
      body: {requests: [{leftOut: [{question: "Shared?", ...place}]}]},
    });
    expect(await own.repository.store.read(made.body.branch, FILE_NAME)).toBe(text.replace("v0", "v1"));
    // A reader of the project might not see the question, and so gets only its place.
    const {token} = await addPerson(t);
    const seen = await t.call("GET", `/api/projects/${own.projectId}/write-backs/${made.body.id}`, {token});
    expect(seen.body.requests[0].leftOut).toEqual([place]);
    await merged(own, 1);
    // The service has the question as it was changed. A write-back with nothing else to write is refused with the
    // reason.
    expect(await questionsOf(own)).toMatchObject([
      {question: "Plain?", note: "v1"},
      {question: "Shared?", query: {measures: ["orders.total"]}},
    ]);
    const refused = await write(own);
    const {detail, errors} = refused.body;
    expect(refused.status).toBe(422);
    expect(detail).toContain(`${FILE_NAME}:2`);
    expect(detail).not.toContain("Shared?");
    expect(errors).toMatchObject([
      {path: "/verifiedQuestions", message: expect.stringContaining('"Shared?"')},
    ]);
    // Without the anchor, the entry can be changed.
    const mended = text
      .replace("&counted ", "")
      .replace("*counted", "{model: orders, measures: [orders.count]}");
    await own.repository.store.commit({files: {...lightdashFiles(), [FILE_NAME]: mended}});
    const again = await write(own);
    expect(again.status).toBe(201);
    expect(again.body.requests[0].leftOut).toBeUndefined();
    expect(await own.repository.store.read(again.body.branch, FILE_NAME)).toContain("orders.total");
  });

  test("nothing is written into JSON, without a change, or for others than an org-admin's service account", async () => {
    const json = JSON.stringify({verified_questions: []});
    const own = await t.shop({}, {...lightdashFiles(), "verified_questions.json": json});
    expect(await write(own)).toMatchObject({status: 409});
    await verify(own, {question: "How many?", query});
    const made = await write(own);
    expect(made.status).toBe(201);
    const {store} = own.repository;
    expect(await store.read(made.body.branch, "verified_questions.json")).toBe(json);
    expect(await store.read(made.body.branch, FILE_NAME)).toContain("How many?");
    expect(await write(own, {})).toMatchObject({status: 422, body: {errors: [{path: "/changes"}]}});
    const {token} = await addPerson(t);
    expect(await write(own, {verifiedQuestions: true}, token)).toMatchObject({
      status: 403,
      body: {code: "missing_privilege"},
    });
  });
});

test("a file whose questions exceed the limit with those that people saved meanwhile is read again, and none is saved", async () => {
  const orgId = t.org.id;
  const query = {model: "orders", measures: ["orders.count"]};
  await sql`delete from verified_questions where project_id = ${shop.projectId}`.execute(t.db);
  await sql`
    insert into verified_questions (id, org_id, project_id, question, query, wording, terms)
    select 'vq_full' || i, ${orgId}, ${shop.projectId}, 'Full ' || i, ${JSON.stringify(query)}::json, '', ''
    from generate_series(1, 10000) as i`.execute(t.db);
  await sql`
    insert into project_syncs (id, org_id, project_id, status, trigger)
    select 'sync_full', org_id, project_id, 'running', trigger from project_syncs
    where project_id = ${shop.projectId} limit 1`.execute(t.db);
  const project = await requireProject(t.db, serviceIn(orgId), shop.projectId);
  const graph = await readGraph(t.db, orgId, shop.projectId, project.layer_version);
  const run = {id: "sync_full", orgId, projectId: shop.projectId} as SyncRun;
  const commit = {sha: "a".repeat(40), tree: "b".repeat(40), author: "Ada", message: "More"};
  const applied = async (question: string) => {
    const questions = [{question, query, fieldNames: ["orders.count"]}];
    const faulty = new Set<string>();
    return applySync(t.db, run, project, {
      commit,
      graph,
      notes: [],
      broken: [],
      questions,
      faulty,
      isHeld: false,
    });
  };
  expect(await applied("One more?")).toBe("stale");
  expect(await applied("FULL 7")).toBe("applied");
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from verified_questions where project_id = ${shop.projectId}`.execute(t.db);
  expect(rows).toEqual([{count: 10_000}]);
});
