import {Type} from "@sinclair/typebox";
import type {Context, DocumentDecoration} from "elysia";
import {notFound, requireOrgAdmin} from "../../../shared/core/access.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {linkNextPage, PageQuery, pageOf} from "../../../shared/core/paging.ts";
import type {Github} from "../../../shared/modeling/github/client.ts";
import {confirmConnect} from "../../../shared/modeling/github/confirm-connect.ts";
import {createConnect, returnConnect} from "../../../shared/modeling/github/connect.ts";
import {
  listInstallations,
  listRepositories,
  removeInstallation,
  requireInstallation,
} from "../../../shared/modeling/github/installations.ts";
import {
  ConnectInput,
  ConnectView,
  InstallationView,
  RepositoryView,
} from "../../../shared/modeling/github/schemas.ts";
import type {Web} from "../../dependencies.ts";
import {Browser} from "../../oauth/browser.ts";
import {donePage} from "../../oauth/pages/messages.ts";
import {answerPage, pageResponse, readForm, refuseNul, seeOther} from "../../oauth/respond.ts";
import {signInAddress} from "../../oauth/return-path.ts";
import {confirmPage} from "../../pages/github.ts";
import {appManifest} from "../../pages/github-manifest.ts";
import {handleRequest} from "../../server/handle-request.ts";
import {Operations} from "../../server/operations.ts";

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

/** The OpenAPI description of the GitHub App's manifest. */
const describeManifest: {detail: DocumentDecoration} = {
  detail: {
    tags: ["Git"],
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

const SETUP = "/github/setup";
const PURPOSE = "connect github";

/**
 * Installations of the GitHub App: the calls that connect an installation to an organization, and the repositories of
 * an installation.
 */
export function githubRoutes(web: Web) {
  const {db, github} = web;
  const at = "/api/orgs/:orgId/github/installations";
  return new Operations(web, "Git")
    .add("GET", at, {
      scope: "read",
      summary: "List installations of the GitHub App",
      description:
        "The installations of the GitHub App that belong to the organization, newest first. Org-admins only.",
      answer: [installation],
      errors: ["missing_privilege", "not_found"],
      response: Type.Array(InstallationView),
      handle: ({actor}) => listInstallations(db, github, actor),
    })
    .add("POST", at, {
      scope: "write",
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
      status: 201,
      body: ConnectInput,
      response: ConnectView,
      idempotent: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdmin(actor);
        const configured = requireGithub(github);
        const input = await body();
        return once(joined => createConnect(joined, configured, actor, input));
      },
    })
    .add("DELETE", `${at}/:installationId`, {
      scope: "manage",
      summary: "Disconnect an installation",
      description:
        "Projects of its repositories keep their layers, and are no longer synced. The App stays installed at GitHub until it is uninstalled there, at the installation's `url`. Org-admins only.",
      errors: ["missing_privilege", "not_found"],
      status: 204,
      handle: ({actor, params}) => removeInstallation(db, actor, params["installationId"] ?? ""),
    })
    .add("GET", `${at}/:installationId/repositories`, {
      scope: "read",
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
      query: PageQuery,
      response: Type.Array(RepositoryView),
      handle: async ({actor, params, query, request, headers}) => {
        const id = params["installationId"] ?? "";
        await requireInstallation(db, actor, id);
        requireOrgAdmin(actor);
        const {repositories: found, next} = await listRepositories(
          db,
          requireGithub(github),
          actor,
          id,
          pageOf(query()),
        );
        if (next !== undefined) linkNextPage(next, request, headers);
        return found;
      },
    })
    .app.get(SETUP, context => answerPage(web, context, () => showSetup(web, context)))
    .post(SETUP, context => answerPage(web, context, requestId => confirm(web, context, requestId)), {
      parse: "none",
    })
    .get(
      "/github/app-manifest",
      ({request, server, route}) =>
        handleRequest(web, {request, server, route}, async () =>
          Response.json(appManifest(web.config.baseUrl)),
        ),
      describeManifest,
    );
}

function requireGithub(github: Github | undefined): Github {
  if (github) return github;
  throw new ServiceError(
    "conflict",
    "No GitHub App is configured. The operator of the service sets GITHUB_APP_ID and the variables that belong to it.",
  );
}

/** The page that GitHub redirects to after an installation. It asks for confirmation; nothing is connected yet. */
async function showSetup(web: Web, {request}: Pick<Context, "request">): Promise<Response> {
  if (!web.github) throw notFound("page", SETUP);
  const {pathname, search, searchParams} = new URL(request.url);
  refuseNul(searchParams);
  const {baseUrl} = web.config;
  const browser = new Browser(web.db, web.config, request);
  const user = await browser.user();
  if (!user) return seeOther(signInAddress(baseUrl, pathname + search));
  const state = searchParams.get("state") ?? "";
  const pending = await returnConnect(web.db, web.github, user, {
    state,
    code: searchParams.get("code") ?? "",
    installationId: searchParams.get("installation_id") ?? "",
  });
  const csrf = browser.csrfFor(PURPOSE);
  const text = confirmPage({action: `${baseUrl}${SETUP}`, csrf, state, ...pending});
  return pageResponse(text, {cookies: browser.cookies});
}

async function confirm(web: Web, {request}: Pick<Context, "request">, requestId: string): Promise<Response> {
  if (!web.github) throw notFound("page", SETUP);
  const browser = new Browser(web.db, web.config, request);
  const form = await readForm(request);
  browser.requireOwnForm(form, PURPOSE);
  const user = await browser.user();
  if (!user)
    throw new ServiceError("unauthenticated", "You are signed out. Sign in, and request another link.");
  const actor = {...user, requestId};
  const {account} = await confirmConnect(web.db, web.github, actor, form.get("state") ?? "");
  const message = `Projects of "${user.orgName}" can follow the listed repositories of "${account}" from now on.`;
  return pageResponse(donePage("GitHub is connected", message), {cookies: browser.cookies});
}
