import {WriteBackView} from "../../shared/modeling/github/write-back-schemas.ts";
import type {EndpointDoc} from "./describe-endpoint.ts";

const tag = "Git";

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

export const createDoc: EndpointDoc = {
  tag,
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
};

export const listDoc: EndpointDoc = {
  tag,
  summary: "List a project's write-backs",
  description:
    "Newest first. `open`, `merged`, `closed` and `conflicting` are states of the pull request; `queued`: the pull request is not opened yet; `failed`: there is no pull request.",
  answer: [answer],
  errors: ["not_found"],
};

export const getDoc: EndpointDoc = {
  tag,
  summary: "Get a write-back",
  answer,
  errors: ["not_found"],
};
