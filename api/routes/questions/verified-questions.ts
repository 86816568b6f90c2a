import {Type} from "@sinclair/typebox";
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
import {Operations} from "../../server/operations.ts";
import {projectIdOf} from "../projects.ts";

const WHO = "Needs an org-admin, or a lead of a team that the project names.";
/** The errors of a call that saves a question with its query. */
const SAVE_ERRORS = [
  "missing_privilege",
  "not_found",
  "conflict",
  "unknown_model",
  "unknown_field",
  "ambiguous_join_path",
  "no_join_path",
  "invalid_filter",
  "invalid_order",
] as const;

const query = {
  model: "orders",
  dimensions: ["orders.placed_at.month"],
  measures: ["orders.total"],
  filters: [{field: "orders.placed_at", op: "in_past", value: {unit: "month", count: 12}}],
};

const answer: VerifiedQuestionView = {
  id: "vq_01kah6x2n4p7r9s1t3v5w8y0zb",
  projectId: "proj_01kah4vd6yfz3s8q2r5t7w9x0b",
  question: "How did revenue develop over the last year?",
  phrasings: ["revenue by month"],
  query,
  note: "Revenue is what was ordered, cancelled orders included.",
  status: "valid",
  verifiedBy: {id: "user_01kah4p5e8g2j6m9q3t7w0y4zd", name: "Ada"},
  verifiedAt: "2026-05-03T09:30:00.000Z",
};

const example = {
  question: answer.question,
  phrasings: answer.phrasings,
  query,
  note: answer.note,
};

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
  return new Operations(web, "Verified questions")
    .add("GET", at, {
      scope: "read",
      summary: "List verified questions",
      description:
        "Newest first, or with `q` the most similar questions, best first. A question whose filters name values, such as a customer's name, is shown only to org-admins, to the person who verified it, and to readers whose row access gives them the same rows.",
      answer: [answer],
      errors: ["not_found", "invalid_request"],
      produces: ["application/yaml"],
      query: VerifiedQuestionQuery,
      response: Type.Array(VerifiedQuestionView),
      handle: async call => {
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
    })
    .add("POST", at, {
      scope: "write",
      summary: "Verify a question",
      description: `Saves a question with the query that answers it correctly. The query is over a model of the project, and must compile. Agents get the question as an example for similar questions, and run the query with the rights of the person who asks. ${WHO}`,
      example,
      answer,
      errors: SAVE_ERRORS,
      status: 201,
      body: VerifiedQuestionInput,
      response: VerifiedQuestionView,
      idempotent: true,
      handle: async call => {
        requireCurator(call.actor, await requireProject(db, call.actor, projectIdOf(call)));
        const input = await call.body();
        return call.once(tx =>
          createVerifiedQuestion({...web.runner, db: tx}, call.actor, projectIdOf(call), input),
        );
      },
    })
    .add("GET", `${at}/:verifiedQuestionId`, {
      scope: "read",
      summary: "Get a verified question",
      answer,
      errors: ["not_found"],
      response: VerifiedQuestionView,
      etag: true,
      handle: async call => {
        const {projectId, id} = placeOf(call);
        return withEtag(call, await getVerifiedQuestion(web, call.actor, projectId, id));
      },
    })
    .add("PATCH", `${at}/:verifiedQuestionId`, {
      scope: "write",
      summary: "Change a verified question",
      description: `Changes only the given keys. Whoever changes the question, its phrasings or its query becomes \`verifiedBy\`. ${WHO}`,
      example: {phrasings: ["revenue by month", "monthly sales"]},
      answer: {...answer, phrasings: ["revenue by month", "monthly sales"]},
      errors: SAVE_ERRORS,
      body: VerifiedQuestionEdit,
      response: VerifiedQuestionView,
      etag: true,
      handle: async call =>
        withEtag(
          call,
          await updateVerifiedQuestion(web, call.actor, placeOf(call), call.body, ifMatch(call.request)),
        ),
    })
    .add("DELETE", `${at}/:verifiedQuestionId`, {
      scope: "write",
      summary: "Delete a verified question",
      description: WHO,
      errors: ["missing_privilege", "not_found"],
      unpaid: true,
      status: 204,
      etag: true,
      handle: call => deleteVerifiedQuestion(web, call.actor, placeOf(call), ifMatch(call.request)),
    }).app;
}
