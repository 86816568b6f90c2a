import {Type} from "@sinclair/typebox";
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
import {prepareOwnAccount} from "../../../shared/identity/organization/service-accounts.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";
import {projectIdOf} from "../projects.ts";

const listed: EvaluationListed = {
  id: "eval_01kah7a4r8t2w5y9z1b3d6f0hj",
  projectId: "proj_01kah4vd6yfz3s8q2r5t7w9x0b",
  name: "nightly",
  status: "succeeded",
  model: "anthropic/claude-sonnet-4-5",
  createdAt: "2026-05-03T02:00:00.000Z",
  finishedAt: "2026-05-03T02:04:10.000Z",
  summary: {cases: 2, runs: 2, correct: 1, wrongButVerified: 0, tokens: 20140},
  comparedWith: {
    id: "eval_01kah5m2c7e1g4j8k0n3p6r9tv",
    correct: 2,
    worse: ["How did revenue develop over the last year?"],
    better: [],
  },
};

const run = {
  runId: "run_01kah7a5s9v3x6z0b2d5f8h1kn",
  status: "succeeded",
  rounds: 2,
  tokens: 10070,
  durationMs: 8200,
};

const answer: EvaluationView = {
  ...listed,
  cases: [
    {
      question: "How did revenue develop over the last year?",
      expected: "query",
      runs: [
        {
          ...run,
          correct: false,
          why: "The rows of the answer differ from the truth.",
          figures: {verified: 3, unverified: 0, wrong: 0},
        },
      ],
    },
    {
      question: "What will the weather be?",
      expected: "no_answer",
      runs: [{...run, correct: true, figures: {verified: 0, unverified: 0, wrong: 0}}],
    },
  ],
};

/** How well a model answers the questions of a project. */
export function evaluationRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId/evaluations";
  return new Operations(web, "Evaluations")
    .addList(at, {
      summary: "List evaluations",
      description: "Newest first, without their cases. Org-admins only.",
      answer: [listed],
      errors: ["missing_privilege", "not_found", "invalid_request"],
      response: Type.Array(EvaluationListed),
      list: (call, page) => listEvaluations(db, call.actor, projectIdOf(call), page),
    })
    .add("POST", at, {
      scope: "write",
      summary: "Evaluate a model",
      description:
        "Queues an evaluation: each question is asked as often as `runs` says, with the caller's rights and rows, and the answers are judged. Without `cases` the project's verified questions are asked. With `cadence` the evaluation is repeated whenever the cron is due. The tokens count towards the organization's budget. Needs the service account of an org-admin.",
      example: {
        name: "nightly",
        runs: 3,
        cases: [
          {question: "How many orders are there?", query: {model: "orders", measures: ["orders.count"]}},
          {question: "How many orders were paid?", rows: [[1204]]},
          {question: "Which share was paid?", figures: [{value: "12.5 %", tolerance: 0.5}]},
          {question: "What will the weather be?", answerable: false},
          {question: "How are we doing?", asksBack: true},
        ],
      },
      answer: {id: listed.id, status: "queued"},
      errors: [
        "missing_privilege",
        "not_found",
        "unknown_model",
        "unknown_field",
        "ambiguous_join_path",
        "no_join_path",
        "invalid_filter",
        "invalid_order",
      ],
      status: 202,
      body: EvaluationInput,
      response: EvaluationStarted,
      idempotent: true,
      handle: async call => {
        await requireEvaluator(db, call.actor, projectIdOf(call));
        const {ownAccount: isOwn, ...input} = await call.body();
        const own = isOwn
          ? prepareOwnAccount(call.actor, `Evaluation ${input.name ?? ""}`.trim())
          : undefined;
        return call.once(db =>
          createEvaluation({...web.runner, db}, own?.actor ?? call.actor, projectIdOf(call), input, {
            saveActor: own?.save,
          }),
        );
      },
    })
    .add("GET", `${at}/:evaluationId`, {
      scope: "read",
      summary: "Get an evaluation",
      description:
        "The evaluation with the results of its cases so far. Cases with the most wrong runs come first. Org-admins only.",
      answer,
      errors: ["missing_privilege", "not_found"],
      response: EvaluationView,
      handle: call => getEvaluation(db, call.actor, projectIdOf(call), call.params["evaluationId"] ?? ""),
    })
    .add("DELETE", `${at}/:evaluationId`, {
      scope: "write",
      summary: "Cancel an evaluation",
      description:
        "No further questions are asked, and the evaluation's cadence ends. Questions that are under way are still answered. 409 if the evaluation has ended and has no cadence. Needs the service account of an org-admin.",
      errors: ["missing_privilege", "not_found", "conflict"],
      status: 204,
      unpaid: true,
      handle: call => cancelEvaluation(db, call.actor, projectIdOf(call), call.params["evaluationId"] ?? ""),
    }).app;
}
