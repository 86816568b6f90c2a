import {Type} from "@sinclair/typebox";
import {type Context, Elysia} from "elysia";
import {notFound, requireOrgAdmin} from "../../../shared/core/access.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {PageQuery, pageOf} from "../../../shared/core/paging.ts";
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
import * as doc from "../../openapi/github-docs.ts";
import {confirmPage} from "../../pages/github.ts";
import {appManifest} from "../../pages/github-manifest.ts";
import {endpoint} from "../../server/endpoint.ts";
import {handleRequest} from "../../server/handle-request.ts";

const SETUP = "/github/setup";
const PURPOSE = "connect github";

/**
 * Installations of the GitHub App: the calls that connect an installation to an organization, and the repositories of
 * an installation.
 */
export function githubRoutes(web: Web) {
  const {db, github} = web;
  const at = "/api/orgs/:orgId/github/installations";
  const list = endpoint(
    web,
    {...doc.listDoc, scope: "read", response: Type.Array(InstallationView)},
    ({actor}) => listInstallations(db, github, actor),
  );
  const connect = endpoint(
    web,
    {...doc.connectDoc, scope: "write", status: 201, body: ConnectInput, response: ConnectView},
    async ({actor, body}) => {
      requireOrgAdmin(actor);
      return createConnect(db, requireGithub(github), actor, await body());
    },
  );
  const remove = endpoint(web, {...doc.removeDoc, scope: "manage", status: 204}, ({actor, params}) =>
    removeInstallation(db, actor, params["installationId"] ?? ""),
  );
  const repositories = endpoint(
    web,
    {...doc.repositoriesDoc, scope: "read", query: PageQuery, response: Type.Array(RepositoryView)},
    async ({actor, params, query, request, headers}) => {
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
      if (next !== undefined) {
        const url = new URL(request.url);
        url.searchParams.set("cursor", Buffer.from(next).toString("base64url"));
        headers.set("link", `<${url.pathname}${url.search}>; rel="next"`);
      }
      return found;
    },
  );
  return new Elysia()
    .get(at, ...list)
    .post(at, ...connect)
    .delete(`${at}/:installationId`, ...remove)
    .get(`${at}/:installationId/repositories`, ...repositories)
    .get(SETUP, context => answerPage(web, context, () => showSetup(web, context)))
    .post(SETUP, context => answerPage(web, context, requestId => confirm(web, context, requestId)), {
      parse: "none",
    })
    .get(
      "/github/app-manifest",
      ({request, server, route}) =>
        handleRequest(web, {request, server, route}, async () =>
          Response.json(appManifest(web.config.baseUrl)),
        ),
      doc.describeManifest,
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
