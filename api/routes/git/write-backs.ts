import {Type} from "@sinclair/typebox";
import type {Actor} from "../../../shared/core/actor.ts";
import {invalidAt} from "../../../shared/core/errors.ts";
import {readerOf} from "../../../shared/core/validate.ts";
import {requireSyncable} from "../../../shared/modeling/github/syncs.ts";
import {WriteBackInput, WriteBackView} from "../../../shared/modeling/github/write-back-schemas.ts";
import {
  getWriteBack,
  listWriteBacks,
  outcomeOf,
  requestWriteBack,
} from "../../../shared/modeling/github/write-backs.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";
import {projectIdOf} from "../projects.ts";

const changes: WriteBackView["requests"][number]["changes"] = [
  {op: "set", kind: "dimension", model: "orders", name: "status", value: {label: "State"}},
  {
    op: "set",
    kind: "measure",
    model: "orders",
    name: "paid",
    value: {type: "sum", column: "amount", where: "${status} = 'paid'"},
  },
];

const answer: WriteBackView = {
  id: "wb_01kah4vd6yfz3s8q2r5t7w9x0b",
  number: 42,
  url: "https://github.com/acme/shop/pull/42",
  branch: "analytics/wb_01kah4vd6yfz3s8q2r5t7w9x0b",
  title: "Change orders.status and 1 more",
  status: "open",
  requests: [
    {
      changes,
      askedBy: {
        serviceAccount: {id: "svc_01kah4vd6yfz3s8q2r5t7w9x0b", name: "modelling"},
        person: {id: "user_01kah4vd6yfz3s8q2r5t7w9x0b", name: "Ann"},
      },
      commit: "9d7f3a0c1b2e4d5f60718293a4b5c6d7e8f90123",
      createdAt: "2026-01-31T09:30:00.000Z",
    },
  ],
  createdAt: "2026-01-31T09:30:00.000Z",
  closedAt: null,
};

const pending = {
  ...answer,
  number: null,
  url: null,
  status: "queued",
  requests: answer.requests.map(request => ({...request, commit: null})),
};

/** How long a caller waits for the pull request; GitHub may take longer. */
const WAIT_MS = 25_000;
const POLL_MS = 2000;

const readMade = readerOf(Type.Object({id: Type.String()}), "the stored answer of a write-back");

/** Write-backs: changes of a layer that become pull requests in its repository. */
export function writeBackRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId";
  return new Operations(web, "Git")
    .add("POST", `${at}/write-back`, {
      scope: "write",
      summary: "Write changes back to the repository",
      description:
        "Opens a pull request with changes to the layer: a branch with one commit that changes only the lines concerned. New fields are written where their model is declared. Before the pull request is opened, the files are imported again and must give exactly the requested layer; otherwise 422 gives the reason. Changes that overlap with an open write-back are added to that write-back as another commit. `verifiedQuestions` writes the questions that members have verified into `verified-questions.yml` beside the layer. 409 for a project without a repository, or if nothing would change. Needs the service account of an org-admin.",
      example: {title: "Count what is paid", changes},
      answer,
      otherwise: {
        202: {
          description:
            "The write-back takes longer and continues in the background. Read it until it has a `number`. `waitsUntil`: GitHub accepts no requests until then.",
          response: WriteBackView,
          answer: pending,
        },
      },
      errors: ["missing_privilege", "not_found", "conflict", "upstream_error"],
      status: 201,
      body: WriteBackInput,
      response: WriteBackView,
      idempotent: true,
      handle: async call => {
        const {actor, request} = call;
        const projectId = projectIdOf(call);
        await requireSyncable(db, actor, projectId);
        const input = await call.body();
        if (input.changes === undefined && input.verifiedQuestions === undefined) {
          throw invalidAt("/changes", "The request writes nothing: give changes or verifiedQuestions.");
        }
        // The write-back is committed at once and not in the transaction of `call.once`, because a worker must see it.
        // The write-back stores the key itself, so that a repeated request does not create a second write-back.
        const key = request.headers.get("idempotency-key");
        const made = await call.once(async () => {
          const requestId = await requestWriteBack(db, actor, projectId, input, key);
          const writeBackId = await waitForPullRequest(web, actor, requestId, request.signal);
          return {id: writeBackId};
        });
        const {id} = made instanceof Response ? readMade(await made.json()) : made;
        const view = await getWriteBack(db, actor, projectId, id);
        const isReplay = made instanceof Response && made.headers.has("idempotent-replayed");
        if (isReplay) call.headers.set("idempotent-replayed", "true");
        return Response.json(view, {status: view.number === null ? 202 : 201});
      },
    })
    .addList(`${at}/write-backs`, {
      summary: "List a project's write-backs",
      description:
        "Newest first. `open`, `merged`, `closed` and `conflicting` are states of the pull request; `queued`: the pull request is not opened yet; `failed`: there is no pull request.",
      answer: [answer],
      errors: ["not_found"],
      response: Type.Array(WriteBackView),
      list: (call, page) => listWriteBacks(db, call.actor, projectIdOf(call), page),
    })
    .add("GET", `${at}/write-backs/:writeBackId`, {
      scope: "read",
      summary: "Get a write-back",
      answer,
      errors: ["not_found"],
      response: WriteBackView,
      handle: call => getWriteBack(db, call.actor, projectIdOf(call), call.params["writeBackId"] ?? ""),
    }).app;
}

/**
 * Waits for the pull request, at most `WAIT_MS`, and returns the id of the write-back. Throws the error of a refused
 * request.
 */
async function waitForPullRequest(
  {db, notices}: Pick<Web, "db" | "notices">,
  {orgId}: Actor,
  requestId: string,
  signal: AbortSignal,
): Promise<string> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const notified = notices.waitFor("write_back", requestId, POLL_MS);
    const {writeBackId, error, isOver, waits} = await outcomeOf(db, orgId, requestId);
    if (error) throw error;
    if (isOver || waits || performance.now() > until) return writeBackId;
    signal.throwIfAborted();
    await notified;
  }
}
