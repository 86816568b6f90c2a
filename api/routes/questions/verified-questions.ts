import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {linkNextPage, PageQuery, pageOf} from "../../../shared/core/paging.ts";
import {exportQuestions} from "../../../shared/modeling/verified-questions/file.ts";
import {
  VerifiedQuestionEdit,
  VerifiedQuestionInput,
  VerifiedQuestionView,
} from "../../../shared/modeling/verified-questions/schemas.ts";
import {searchVerifiedQuestions} from "../../../shared/modeling/verified-questions/search.ts";
import {
  createVerifiedQuestion,
  deleteVerifiedQuestion,
  getVerifiedQuestion,
  listVerifiedQuestions,
  requireCurator,
  updateVerifiedQuestion,
} from "../../../shared/modeling/verified-questions/verified-questions.ts";
import {requireProject} from "../../../shared/tenancy/projects/find.ts";
import type {Web} from "../../dependencies.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import * as doc from "../../openapi/verified-question-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import {projectIdOf} from "../projects.ts";

const VerifiedQuestionQuery = Type.Object(
  {
    ...PageQuery.properties,
    format: Type.Optional(
      Type.Literal("yaml", {
        description: "Returns all verified questions as one YAML file, to be stored beside the layer.",
      }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          "Only questions that are similar to these words: by words and their stems, by names, labels and synonyms of the layer, and by spelling. Best first, on one page.",
      }),
    ),
  },
  {additionalProperties: false},
);

/** A project's verified questions: questions, each with the query that answers it correctly. */
export function verifiedQuestionRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId/verified-questions";
  const placeOf = (call: {params: Record<string, string>}) => ({
    projectId: projectIdOf(call),
    id: call.params["verifiedQuestionId"] ?? "",
  });
  const list = endpoint(
    web,
    {
      ...doc.listDoc,
      produces: ["application/yaml"],
      scope: "read",
      query: VerifiedQuestionQuery,
      response: Type.Array(VerifiedQuestionView),
    },
    async call => {
      const projectId = projectIdOf(call);
      await requireProject(db, call.actor, projectId);
      const {q, format, ...query} = call.query();
      if (format === "yaml") {
        const text = await exportQuestions(web, call.actor, projectId);
        return new Response(text, {headers: {"content-type": "application/yaml"}});
      }
      const page = pageOf(query);
      if (q !== undefined)
        return searchVerifiedQuestions(web, call.actor, projectId, {words: q, limit: page.limit});
      const {questions, next} = await listVerifiedQuestions(web, call.actor, projectId, page);
      if (next !== undefined) linkNextPage(next, call.request, call.headers);
      return questions;
    },
  );
  const create = endpoint(
    web,
    {
      ...doc.createDoc,
      scope: "write",
      status: 201,
      body: VerifiedQuestionInput,
      response: VerifiedQuestionView,
      idempotent: true,
    },
    async call => {
      requireCurator(call.actor, await requireProject(db, call.actor, projectIdOf(call)));
      const input = await call.body();
      return call.once(tx =>
        createVerifiedQuestion({...web.runner, db: tx}, call.actor, projectIdOf(call), input),
      );
    },
  );
  const get = endpoint(
    web,
    {...doc.getDoc, scope: "read", response: VerifiedQuestionView, etag: true},
    async call => {
      const {projectId, id} = placeOf(call);
      return withEtag(call, await getVerifiedQuestion(web, call.actor, projectId, id));
    },
  );
  const update = endpoint(
    web,
    {
      ...doc.updateDoc,
      scope: "write",
      body: VerifiedQuestionEdit,
      response: VerifiedQuestionView,
      etag: true,
    },
    async call =>
      withEtag(
        call,
        await updateVerifiedQuestion(web, call.actor, placeOf(call), call.body, ifMatch(call.request)),
      ),
  );
  const remove = endpoint(
    web,
    {...doc.deleteDoc, scope: "write", unpaid: true, status: 204, etag: true},
    call => deleteVerifiedQuestion(web, call.actor, placeOf(call), ifMatch(call.request)),
  );
  return new Elysia()
    .get(at, ...list)
    .post(at, ...create)
    .get(`${at}/:verifiedQuestionId`, ...get)
    .patch(`${at}/:verifiedQuestionId`, ...update)
    .delete(`${at}/:verifiedQuestionId`, ...remove);
}
