import type {VerifiedQuestionView} from "../../shared/modeling/verified-questions/schemas.ts";
import type {EndpointDoc} from "./describe-endpoint.ts";

const tag = "Verified questions";
const WHO = "Needs an org-admin, or a lead of a team that the project names.";

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

export const listDoc: EndpointDoc = {
  tag,
  summary: "List verified questions",
  description:
    "Newest first, or with `q` the most similar questions, best first. A question whose filters name values, such as a customer's name, is shown only to org-admins, to the person who verified it, and to readers whose row access gives them the same rows.",
  answer: [answer],
  errors: ["not_found", "invalid_request"],
};

export const createDoc: EndpointDoc = {
  tag,
  summary: "Verify a question",
  description: `Saves a question with the query that answers it correctly. The query is over a model of the project, and must compile. Agents get the question as an example for similar questions, and run the query with the rights of the person who asks. ${WHO}`,
  example,
  answer,
  errors: [
    "missing_privilege",
    "not_found",
    "conflict",
    "unknown_model",
    "unknown_field",
    "ambiguous_join_path",
    "no_join_path",
    "invalid_filter",
    "invalid_order",
  ],
};

export const getDoc: EndpointDoc = {tag, summary: "Get a verified question", answer, errors: ["not_found"]};

export const updateDoc: EndpointDoc = {
  tag,
  summary: "Change a verified question",
  description: `Changes only the given keys. Whoever changes the question, its phrasings or its query becomes \`verifiedBy\`. ${WHO}`,
  example: {phrasings: ["revenue by month", "monthly sales"]},
  answer: {...answer, phrasings: ["revenue by month", "monthly sales"]},
  errors: createDoc.errors ?? [],
};

export const deleteDoc: EndpointDoc = {
  tag,
  summary: "Delete a verified question",
  description: WHO,
  errors: ["missing_privilege", "not_found"],
};
