import type {RollupView} from "../../shared/rollups/schemas.ts";
import type {EndpointDoc} from "./describe-endpoint.ts";

const tag = "Roll-ups";
const NEEDS = "Needs the service account of an org-admin.";

const build = {
  id: "rlb_01kah4vd6yfz3s8q2r5t7w9x0b",
  status: "succeeded",
  trigger: {type: "cadence"},
  createdAt: "2026-01-31T09:30:00.000Z",
  startedAt: "2026-01-31T09:30:00.100Z",
  finishedAt: "2026-01-31T09:30:04.200Z",
  rowCount: 36_500,
  sizeBytes: 412_000,
  error: null,
} as const;

const answer: RollupView = {
  name: "orders_daily",
  model: "orders",
  state: "fresh",
  dataAsOf: "2026-01-31T09:30:00.100Z",
  rowCount: 36_500,
  sizeBytes: 412_000,
  nextBuild: "2026-01-31T10:00:00.000Z",
  lastBuild: build,
  hits: 1840,
  savedMs: 2_130_000,
};

export const listDoc: EndpointDoc = {
  tag,
  summary: "List a project's roll-ups",
  description: "Those that the layer declares under `rollups`, by name, with what is built of them.",
  answer: [answer],
  errors: ["not_found"],
};

export const buildDoc: EndpointDoc = {
  tag,
  summary: "Build a roll-up",
  description: `Builds it anew from the warehouse. Queries read the build before until this one has ended. A build that waits already is the answer. ${NEEDS}`,
  answer: {buildId: build.id, status: "queued"},
  errors: ["missing_privilege", "not_found"],
};
