import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
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
import * as doc from "../../openapi/write-back-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";
import {projectIdOf} from "../projects.ts";

/** How long a caller waits for the pull request; GitHub may take longer. */
const WAIT_MS = 25_000;
const POLL_MS = 2000;

const readMade = readerOf(Type.Object({id: Type.String()}), "the stored answer of a write-back");

/** Write-backs: changes of a layer that become pull requests in its repository. */
export function writeBackRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId";
  const create = endpoint(
    web,
    {
      ...doc.createDoc,
      scope: "write",
      status: 201,
      body: WriteBackInput,
      response: WriteBackView,
      idempotent: true,
    },
    async call => {
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
  );
  const list = listEndpoint(web, {...doc.listDoc, response: Type.Array(WriteBackView)}, (call, page) =>
    listWriteBacks(db, call.actor, projectIdOf(call), page),
  );
  const get = endpoint(web, {...doc.getDoc, scope: "read", response: WriteBackView}, call =>
    getWriteBack(db, call.actor, projectIdOf(call), call.params["writeBackId"] ?? ""),
  );
  return new Elysia()
    .post(`${at}/write-back`, ...create)
    .get(`${at}/write-backs`, ...list)
    .get(`${at}/write-backs/:writeBackId`, ...get);
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
