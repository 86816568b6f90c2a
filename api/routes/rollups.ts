import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import type {CountRows} from "../../shared/modeling/rollups/count.ts";
import {listRollups, requestBuild, requireBuildable} from "../../shared/modeling/rollups/list.ts";
import {
  QueuedBuild,
  RollupSuggestions,
  RollupView,
  SuggestRequest,
} from "../../shared/modeling/rollups/schemas.ts";
import {requireSuggestable, suggestFor} from "../../shared/modeling/rollups/suggest.ts";
import type {Web} from "../dependencies.ts";
import * as doc from "../openapi/layer-docs.ts";
import {endpoint} from "../server/endpoint.ts";
import {callWorker} from "../worker-calls/worker-call.ts";
import {projectIdOf} from "./projects.ts";

/** A project's roll-ups: stored aggregates that answer queries in place of the warehouse. */
export function rollupRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId/rollups";
  const list = endpoint(web, {...doc.rollupsDoc, scope: "read", response: Type.Array(RollupView)}, call =>
    listRollups(web, call.actor, projectIdOf(call)),
  );
  const build = endpoint(
    web,
    {...doc.buildRollupDoc, scope: "write", status: 202, response: QueuedBuild, idempotent: true},
    async call => {
      await requireBuildable(db, call.actor, projectIdOf(call));
      return call.once(tx => requestBuild(tx, call.actor, projectIdOf(call), call.params["rollup"] ?? ""));
    },
  );
  const suggest = endpoint(
    web,
    {...doc.suggestRollupsDoc, scope: "write", body: SuggestRequest, response: RollupSuggestions},
    async call => {
      const project = await requireSuggestable(web, call.actor, projectIdOf(call));
      const {
        requestId,
        request: {signal},
      } = call;
      const countRows: CountRows = request => callWorker(web, "count_rows", request, {requestId, signal});
      return suggestFor({...web, countRows}, call.actor, project, await call.body());
    },
  );
  return new Elysia()
    .get(at, ...list)
    .post(`${at}/suggest`, ...suggest)
    .post(`${at}/:rollup/build`, ...build);
}
