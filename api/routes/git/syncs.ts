import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {QueuedSync, SyncView} from "../../../shared/modeling/github/sync-schemas.ts";
import {
  approveSync,
  getSync,
  listSyncs,
  requestSync,
  requireSyncable,
} from "../../../shared/modeling/github/syncs.ts";
import type {Web} from "../../dependencies.ts";
import * as doc from "../../openapi/sync-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";
import {projectIdOf} from "../projects.ts";

/** Syncs of a project's layer with its Git repository. */
export function syncRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId";
  const sync = endpoint(
    web,
    {...doc.syncDoc, scope: "write", status: 202, response: QueuedSync, idempotent: true},
    async call => {
      await requireSyncable(db, call.actor, projectIdOf(call));
      return call.once(tx => requestSync(tx, call.actor, projectIdOf(call)));
    },
  );
  const list = listEndpoint(web, {...doc.listDoc, response: Type.Array(SyncView)}, (call, page) =>
    listSyncs(db, call.actor, projectIdOf(call), page),
  );
  const get = endpoint(web, {...doc.getDoc, scope: "read", response: SyncView}, call =>
    getSync(db, call.actor, projectIdOf(call), call.params["syncId"] ?? ""),
  );
  const approve = endpoint(
    web,
    {...doc.approveDoc, scope: "write", status: 202, response: QueuedSync, idempotent: true},
    async call => {
      await requireSyncable(db, call.actor, projectIdOf(call));
      const id = call.params["syncId"] ?? "";
      return call.once(tx => approveSync(tx, call.actor, projectIdOf(call), id));
    },
  );
  return new Elysia()
    .post(`${at}/sync`, ...sync)
    .get(`${at}/syncs`, ...list)
    .get(`${at}/syncs/:syncId`, ...get)
    .post(`${at}/syncs/:syncId/approve`, ...approve);
}
