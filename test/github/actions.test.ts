import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {lightdashFiles} from "./project-files.ts";
import {type GitService, gitService, type Shop} from "./service.ts";

let t: GitService;
let shop: Shop;

beforeAll(async () => {
  t = await gitService();
  shop = await t.shop();
});
afterAll(async () => t?.stop());

const mail = {
  type: "email",
  recipients: ["ann@example.com"],
  subject: "{{event}} {{resource}}",
  message: ".",
};
const onEvent = (event: string, resourceId?: string) => ({
  type: "event",
  event,
  ...(resourceId ? {resourceId} : {}),
});
const action = async (trigger: object, effects: object[], more: object = {}): Promise<string> =>
  (await t.made("/api/actions", {name: "Waits", trigger, effects, ...more})).id;
const runs = async (id: string) => (await t.call("GET", `/api/actions/${id}/runs`)).body;
async function ran(id: string, count: number) {
  return until(async () => {
    const all = await runs(id);
    const haveEnded = all.length >= count && all.every((one: {finishedAt: string | null}) => one.finishedAt);
    return haveEnded ? all : undefined;
  });
}
let commits = 0;
const commit = () => ({files: lightdashFiles(`            m${++commits}: {type: average}\n`)});
const broken = {files: {...lightdashFiles(), "models/x.yml": "models: ["}};

describe("an action on syncs", () => {
  test("runs once for each sync that succeeded, and another action once for each sync that failed", async () => {
    const synced = await action(onEvent("project.synced", shop.projectId), [mail]);
    const failed = await action(onEvent("project.sync_failed", shop.projectId), [mail]);
    await t.pushed(shop, commit());
    expect(await ran(synced, 1)).toMatchObject([
      {status: "succeeded", trigger: {type: "event", event: "project.synced", resourceId: shop.projectId}},
    ]);
    await t.pushed(shop, broken);
    expect(await ran(failed, 1)).toMatchObject([
      {status: "succeeded", trigger: {event: "project.sync_failed", resourceId: shop.projectId}},
    ]);
    // A sync that changes nothing is no event.
    const last = await t.pushed(shop, commit());
    await t.tell(shop, last.commit);
    await t.made(`/api/projects/${shop.projectId}/sync`, {});
    expect(await t.settled(shop.projectId)).toMatchObject({status: "skipped"});
    expect(await ran(synced, 2)).toHaveLength(2);
    expect(await runs(failed)).toHaveLength(1);
  });

  test("does not run for projects that its principal cannot see, and cannot be limited to them", async () => {
    const insiders = await addTeam(t, "insiders");
    const outsider = await addPerson(t);
    const body = {name: "Waits", trigger: onEvent("project.synced"), effects: [mail]};
    const made = await t.call("POST", "/api/actions", {body, token: outsider.token});
    const path = `/api/projects/${shop.projectId}`;
    await t.call("PATCH", path, {body: {teamIds: [insiders]}});
    const seen = await action(onEvent("project.synced", shop.projectId), [mail]);
    await t.pushed(shop, commit());
    await ran(seen, 1);
    expect(await runs(made.body.id)).toEqual([]);
    const narrowed = {...body, trigger: onEvent("project.synced", shop.projectId)};
    expect((await t.call("POST", "/api/actions", {body: narrowed, token: outsider.token})).status).toBe(422);
    await t.call("PATCH", path, {body: {teamIds: []}});
  });
});

describe("an action that syncs a project", () => {
  const effect = () => ({type: "sync_project", projectId: shop.projectId});

  test("queues one sync and names it; a dry run says what it would do", async () => {
    const id = await action({type: "manual"}, [effect()]);
    const head = await shop.repository.store.commit(commit());
    await t.made(`/api/actions/${id}/runs`, {dryRun: true});
    const [dry] = await ran(id, 1);
    expect(dry.effects[0].result.would).toContain(`"main" of ${shop.repository.fullName}`);
    const count = (await t.syncs(shop.projectId)).length;
    await t.made(`/api/actions/${id}/runs`, {});
    const [run] = await ran(id, 2);
    const sync = await t.settled(shop.projectId, count + 1);
    expect(run.effects).toMatchObject([{status: "succeeded", result: {syncId: sync.id}}]);
    expect(sync).toMatchObject({status: "succeeded", commit: head, trigger: {type: "action", by: run.id}});
  });

  test("is saved only by the service account of an org-admin", async () => {
    const body = {name: "Syncs", trigger: {type: "manual"}, effects: [effect()]};
    for (const {token} of [t.org.adminUser, t.org.member])
      expect((await t.call("POST", "/api/actions", {body, token})).status).toBe(403);
    const unknown = {...body, effects: [{type: "sync_project", projectId: "proj_none"}]};
    expect((await t.call("POST", "/api/actions", {body: unknown})).status).toBe(422);
  });

  test("cannot be triggered by its own event", async () => {
    for (const event of ["project.synced", "project.sync_failed"]) {
      const body = {name: "Loop", trigger: onEvent(event, shop.projectId), effects: [effect()]};
      const answer = await t.call("POST", "/api/actions", {body});
      expect(answer.body.errors).toMatchObject([{path: "/effects/0"}]);
    }
  });

  test("fails with the reason if the project no longer follows a repository", async () => {
    const {projectId} = await t.shop();
    const id = await action({type: "manual"}, [{type: "sync_project", projectId}]);
    await t.call("PATCH", `/api/projects/${projectId}`, {body: {git: null}});
    await t.made(`/api/actions/${id}/runs`, {});
    const [run] = await ran(id, 1);
    expect(run.effects[0]).toMatchObject({
      status: "failed",
      error: expect.stringContaining("follows no repository"),
    });
  });
});
