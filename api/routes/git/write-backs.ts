import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import type {Actor} from "../../../shared/actor.ts";
import {requireSyncable} from "../../../shared/github/syncs.ts";
import {WriteBackInput, WriteBackView} from "../../../shared/github/write-back-schemas.ts";
import {
  getWriteBack,
  listWriteBacks,
  outcomeOf,
  requestWriteBack,
} from "../../../shared/github/write-backs.ts";
import {PageQuery, paged, pageOf} from "../../../shared/paging.ts";
import {readerOf} from "../../../shared/validate.ts";
import * as doc from "../../openapi/write-back-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {projectIdOf} from "../projects.ts";

/** How long a caller waits for the pull request; GitHub may take longer. */
const WAIT_MS = 25_000;
const POLL_MS = 2000;

const readMade = readerOf(Type.Object({id: Type.String()}), "the kept answer of a write-back");

/** Changes of a layer that go into its repository as pull requests. */
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
      // It is committed at once, for a worker must see it: its own key keeps a repeated request from being a second one.
      const key = request.headers.get("idempotency-key");
      const made = await call.once(async () => {
        const requestId = await requestWriteBack(db, actor, projectId, input, key);
        const writeBackId = await opened(web, actor, requestId, request.signal);
        return {id: writeBackId};
      });
      const {id} = made instanceof Response ? readMade(await made.json()) : made;
      const view = await getWriteBack(db, actor, projectId, id);
      const isReplay = made instanceof Response && made.headers.has("idempotent-replayed");
      if (isReplay) call.headers.set("idempotent-replayed", "true");
      return Response.json(view, {status: view.number === null ? 202 : 201});
    },
  );
  const list = endpoint(
    web,
    {...doc.listDoc, scope: "read", query: PageQuery, response: Type.Array(WriteBackView)},
    async call => {
      const page = pageOf(call.query());
      return paged(
        await listWriteBacks(db, call.actor, projectIdOf(call), page),
        page,
        call.request,
        call.headers,
      );
    },
  );
  const get = endpoint(web, {...doc.getDoc, scope: "read", response: WriteBackView}, call =>
    getWriteBack(db, call.actor, projectIdOf(call), call.params["writeBackId"] ?? ""),
  );
  return new Elysia()
    .post(`${at}/write-back`, ...create)
    .get(`${at}/write-backs`, ...list)
    .get(`${at}/write-backs/:writeBackId`, ...get);
}

/** The write-back once it is open, or when it takes too long to wait for; throws what it was refused with. */
async function opened(
  {db, notices}: Web,
  {orgId}: Actor,
  requestId: string,
  signal: AbortSignal,
): Promise<string> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const heard = notices.waitFor("write_back", requestId, POLL_MS);
    const {writeBackId, error, isOver, waits} = await outcomeOf(db, orgId, requestId);
    if (error) throw error;
    if (isOver || waits || performance.now() > until) return writeBackId;
    signal.throwIfAborted();
    await heard;
  }
}
