import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {
  cancelEvaluation,
  createEvaluation,
  requireEvaluator,
} from "../../../shared/automation/evaluations/evaluations.ts";
import {getEvaluation, listEvaluations} from "../../../shared/automation/evaluations/read-evaluations.ts";
import {
  EvaluationInput,
  EvaluationListed,
  EvaluationStarted,
  EvaluationView,
} from "../../../shared/automation/evaluations/schemas.ts";
import {PageQuery, paged, pageOf} from "../../../shared/core/paging.ts";
import {prepareOwnAccount} from "../../../shared/identity/organization/service-accounts.ts";
import type {Web} from "../../dependencies.ts";
import * as doc from "../../openapi/evaluation-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import {projectIdOf} from "../projects.ts";

/** How well a model answers the questions of a project. */
export function evaluationRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId/evaluations";
  const list = endpoint(
    web,
    {...doc.listDoc, scope: "read", query: PageQuery, response: Type.Array(EvaluationListed)},
    async call => {
      const page = () => pageOf(call.query());
      const rows = await listEvaluations(db, call.actor, projectIdOf(call), page);
      return paged(rows, page(), call.request, call.headers);
    },
  );
  const create = endpoint(
    web,
    {
      ...doc.createDoc,
      scope: "write",
      status: 202,
      body: EvaluationInput,
      response: EvaluationStarted,
      idempotent: true,
    },
    async call => {
      await requireEvaluator(db, call.actor, projectIdOf(call));
      const {ownAccount: isOwn, ...input} = await call.body();
      const own = isOwn ? prepareOwnAccount(call.actor, `Evaluation ${input.name ?? ""}`.trim()) : undefined;
      return call.once(db =>
        createEvaluation({...web.runner, db}, own?.actor ?? call.actor, projectIdOf(call), input, {
          saveActor: own?.save,
        }),
      );
    },
  );
  const get = endpoint(web, {...doc.getDoc, scope: "read", response: EvaluationView}, call =>
    getEvaluation(db, call.actor, projectIdOf(call), call.params["evaluationId"] ?? ""),
  );
  const cancel = endpoint(web, {...doc.cancelDoc, scope: "write", status: 204, unpaid: true}, call =>
    cancelEvaluation(db, call.actor, projectIdOf(call), call.params["evaluationId"] ?? ""),
  );
  return new Elysia()
    .get(at, ...list)
    .post(at, ...create)
    .get(`${at}/:evaluationId`, ...get)
    .delete(`${at}/:evaluationId`, ...cancel);
}
