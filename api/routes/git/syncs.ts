import {Type} from "@sinclair/typebox";
import {QueuedSync, SyncView} from "../../../shared/modeling/github/sync-schemas.ts";
import {
  approveSync,
  getSync,
  listSyncs,
  requestSync,
  requireSyncable,
} from "../../../shared/modeling/github/syncs.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";
import {projectIdOf} from "../projects.ts";

const NEEDS = "Needs the service account of an org-admin.";

const answer: SyncView = {
  id: "sync_01kah4vd6yfz3s8q2r5t7w9x0b",
  status: "succeeded",
  held: false,
  trigger: {type: "push"},
  commit: "9d7f3a0c1b2e4d5f60718293a4b5c6d7e8f90123",
  author: "Ann",
  message: "Add revenue",
  layerVersion: 4,
  added: ["orders.revenue"],
  changed: [],
  removed: [],
  notes: [],
  broken: [],
  brokenHidden: 0,
  createdAt: "2026-01-31T09:30:00.000Z",
  startedAt: "2026-01-31T09:30:00.100Z",
  finishedAt: "2026-01-31T09:30:01.200Z",
};

const queued = {syncId: answer.id, status: "queued"};

/** Syncs of a project's layer with its Git repository. */
export function syncRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId";
  return new Operations(web, "Git")
    .add("POST", `${at}/sync`, {
      scope: "write",
      summary: "Sync a project",
      description: `Queues a sync, which makes the layer from the head of the project's branch. If a sync is already waiting, the answer is that sync. 409 for a project without a repository. ${NEEDS}`,
      answer: queued,
      errors: ["missing_privilege", "not_found", "conflict"],
      status: 202,
      response: QueuedSync,
      idempotent: true,
      handle: async call => {
        await requireSyncable(db, call.actor, projectIdOf(call));
        return call.once(tx => requestSync(tx, call.actor, projectIdOf(call)));
      },
    })
    .addList(`${at}/syncs`, {
      summary: "List a project's syncs",
      description: "Newest first. Syncs are kept for 30 days, unless the operator has set another time.",
      answer: [answer],
      errors: ["not_found"],
      response: Type.Array(SyncView),
      list: (call, page) => listSyncs(db, call.actor, projectIdOf(call), page),
    })
    .add("GET", `${at}/syncs/:syncId`, {
      scope: "read",
      summary: "Get a sync",
      description:
        "With the names of what it has changed (`orders` is a model, `orders.revenue` a field, `orders → customers` a join) and the content that the sync broke. `skipped`: the files are the same as the files from which the layer was made.",
      answer,
      errors: ["not_found"],
      response: SyncView,
      handle: call => getSync(db, call.actor, projectIdOf(call), call.params["syncId"] ?? ""),
    })
    .add("POST", `${at}/syncs/:syncId/approve`, {
      scope: "write",
      summary: "Approve a sync",
      description: `Applies the commit of a sync that is \`held\`, because it would break saved content and the project's \`git.onBreak\` is \`hold\`. The answer is the same sync, queued again. 409 if the sync is not held, or if a later sync is queued or runs. ${NEEDS}`,
      answer: queued,
      errors: ["missing_privilege", "not_found", "conflict"],
      status: 202,
      response: QueuedSync,
      idempotent: true,
      handle: async call => {
        await requireSyncable(db, call.actor, projectIdOf(call));
        const id = call.params["syncId"] ?? "";
        return call.once(tx => approveSync(tx, call.actor, projectIdOf(call), id));
      },
    }).app;
}
