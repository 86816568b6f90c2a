import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import type {CountRows} from "../../shared/rollups/count.ts";
import {listRollups, requestBuild, requireBuildable} from "../../shared/rollups/list.ts";
import {QueuedBuild, RollupSuggestions, RollupView, SuggestRequest} from "../../shared/rollups/schemas.ts";
import {requireSuggestable, suggestFor} from "../../shared/rollups/suggest.ts";
import * as doc from "../openapi/layer-docs.ts";
import {callWorker} from "../run/worker-call.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";
import {projectIdOf} from "./projects.ts";

/** What is kept of a project's layer, so that the warehouse need not be asked. */
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
