import type {DocumentDecoration} from "elysia";
import type {EndpointDoc} from "./describe-endpoint.ts";
import {describeWebhook} from "./webhook-docs.ts";

const tag = "Git";

const push = {
  ref: "refs/heads/main",
  after: "9d7f3a0c1b2e4d5f60718293a4b5c6d7e8f90123",
  repository: {id: 1296269, full_name: "acme/shop"},
  installation: {id: 48213377},
};

/** Where GitHub sends its events. */
export const describeGithubWebhook = describeWebhook({
  tag,
  summary: "Take an event of GitHub",
  description:
    "For GitHub alone: the signature in `X-Hub-Signature-256` is checked over the bytes of the body. What changes something is written down with its job; the state is fetched then, so order and repetition do not matter. 403 for a delivery to another App, 404 where no App is configured, 413 beyond 25 MB; events that change nothing here are answered with 202 too.",
  body: "The payload of a webhook.",
  example: push,
  status: 202,
  taken: "It is kept, or it came before, or it changes nothing here.",
  errors: ["unauthenticated", "missing_privilege"],
});

const installation = {
  id: "48213377",
  account: {id: "9919", login: "acme", type: "Organization"},
  repositorySelection: "selected",
  status: "active",
  repositories: {read: 12, write: 3},
  confirmedAt: "2026-01-31T09:30:00.000Z",
  url: "https://github.com/organizations/acme/settings/installations/48213377",
  connectedBy: "user_01kah4vd6yfz3s8q2r5t7w9x0b",
  createdAt: "2026-01-31T09:30:00.000Z",
};

export const listDoc: EndpointDoc = {
  tag,
  summary: "List installations",
  description:
    "The installations of the GitHub App that belong to the organization, newest first. Org-admins only.",
  answer: [installation],
  errors: ["missing_privilege", "not_found"],
};

export const connectDoc: EndpointDoc = {
  tag,
  summary: "Connect an installation",
  description:
    "A link for an org-admin's browser: to GitHub, to install the App, and back to a page that names the account, the organization and the repositories, and asks whether to connect them. Whoever follows it is signed in here as an org-admin of this organization, and gives what their own account at GitHub may read or write, nothing else. With `installationId` it confirms an installation again that is connected, for repositories and rights that came later; `not_found` for one that is not. `conflict` where no App is configured. Org-admins only.",
  bodyOptional: true,
  example: {},
  answer: {
    url: "https://github.com/apps/acme-analytics/installations/new?state=Uy1Zc2x3b2p0bWVyZ3A1cXJzdHV2d3h5ejAxMjM0NTY",
    expiresAt: "2026-01-31T10:00:00.000Z",
  },
  errors: ["missing_privilege", "not_found", "conflict"],
};

export const removeDoc: EndpointDoc = {
  tag,
  summary: "Give an installation up",
  description:
    "Projects that follow its repositories keep their layers and follow them no more. It stays installed at GitHub until it is uninstalled there, at its `url`. Org-admins only.",
  errors: ["missing_privilege", "not_found"],
};

export const repositoriesDoc: EndpointDoc = {
  tag,
  summary: "List an installation's repositories",
  description:
    "Those that members have confirmed, as GitHub gives them at this moment, at most 100 a page; a page that is not the last can have fewer than asked for. Org-admins only.",
  answer: [
    {
      id: "1296269",
      repository: "acme/shop",
      private: true,
      defaultBranch: "main",
      archived: false,
      permission: "write",
    },
  ],
  errors: ["missing_privilege", "not_found", "conflict", "upstream_error"],
};

/** The OpenAPI description of the GitHub App's manifest. */
export const describeManifest: {detail: DocumentDecoration} = {
  detail: {
    tags: [tag],
    summary: "Get the manifest of the GitHub App",
    description:
      "The permissions, events and addresses that an App of this service needs, to register one at GitHub from.",
    security: [],
    responses: {
      200: {
        description: "The manifest.",
        content: {"application/json": {schema: {type: "object"}}},
      },
    },
  },
};
