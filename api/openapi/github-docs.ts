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
  summary: "Receive an event of GitHub",
  description:
    "Only for GitHub. The signature in `X-Hub-Signature-256` is checked over the bytes of the body: 401 if the signature does not fit. An event only starts a job that fetches the current state, so order and repetition do not matter. 403 for a delivery to another App, 404 where no App is configured, 413 beyond 25 MB. Events that change nothing here are answered with 202, too.",
  body: "The payload of a webhook.",
  example: push,
  status: 202,
  taken: "The event is stored, was received before, or changes nothing here.",
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
  summary: "List installations of the GitHub App",
  description:
    "The installations of the GitHub App that belong to the organization, newest first. Org-admins only.",
  answer: [installation],
  errors: ["missing_privilege", "not_found"],
};

export const connectDoc: EndpointDoc = {
  tag,
  summary: "Connect an installation",
  description:
    "Makes a link for the browser of an org-admin, who must be signed in here. It leads to GitHub, to install the App, and back to a page that names the account, the organization and the repositories, and asks whether to connect them. The person can only connect repositories that their own account at GitHub may read, and allow writing where that account may write. With `installationId` the link confirms a connected installation again, for repositories and rights that were added later; 404 if the installation is not connected. 409 where no App is configured. Org-admins only.",
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
  summary: "Disconnect an installation",
  description:
    "Projects of its repositories keep their layers, and are no longer synced. The App stays installed at GitHub until it is uninstalled there, at the installation's `url`. Org-admins only.",
  errors: ["missing_privilege", "not_found"],
};

export const repositoriesDoc: EndpointDoc = {
  tag,
  summary: "List an installation's repositories",
  description:
    "The repositories that members have confirmed, as GitHub lists them now, at most 100 a page. A page can have fewer than `limit` repositories although it is not the last page: follow `Link`. Org-admins only.",
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
      "The permissions, events and addresses that a GitHub App of this service needs, in the form from which GitHub registers an App. Needs no token.",
    security: [],
    responses: {
      200: {
        description: "The manifest.",
        content: {"application/json": {schema: {type: "object"}}},
      },
    },
  },
};
