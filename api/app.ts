import {type AnyElysia, Elysia} from "elysia";
import {allContentRoutes} from "./content/kinds.ts";
import type {Web} from "./dependencies.ts";
import {answerNoRoute} from "./http/no-route.ts";
import {mcpRoutes} from "./mcp/endpoint.ts";
import {unknownPageFor} from "./pages/unknown-page.ts";
import {billingRoutes} from "./routes/billing/billing.ts";
import {connectionRoutes} from "./routes/connections.ts";
import {embedRoutes} from "./routes/embed.ts";
import {embedTokenRoutes} from "./routes/embed-tokens.ts";
import {githubRoutes} from "./routes/git/installations.ts";
import {syncRoutes} from "./routes/git/syncs.ts";
import {writeBackRoutes} from "./routes/git/write-backs.ts";
import {grantRoutes} from "./routes/grants.ts";
import {healthRoutes} from "./routes/health.ts";
import {importRoutes} from "./routes/import.ts";
import {layerRoutes} from "./routes/layers.ts";
import {meRoutes} from "./routes/me.ts";
import {oauthRoutes} from "./routes/oauth.ts";
import {oauthGrantRoutes} from "./routes/oauth-grants.ts";
import {oauthPageRoutes} from "./routes/oauth-pages.ts";
import {singleSignOnPageRoutes} from "./routes/organization/single-sign-on-pages.ts";
import {organizationRoutes} from "./routes/organization.ts";
import {pageRoutes} from "./routes/pages.ts";
import {peoplePageRoutes} from "./routes/people-pages.ts";
import {projectRoutes} from "./routes/projects.ts";
import {queryRoutes} from "./routes/query.ts";
import {evaluationRoutes} from "./routes/questions/evaluations.ts";
import {verifiedQuestionRoutes} from "./routes/questions/verified-questions.ts";
import {rollupRoutes} from "./routes/rollups.ts";
import {sqlRoutes} from "./routes/sql.ts";
import {unsubscribeRoutes} from "./routes/unsubscribe.ts";
import {handleRequest} from "./server/handle-request.ts";
import {WebServer} from "./server/web-server.ts";
import {githubWebhookRoutes} from "./webhooks/github.ts";
import {stripeWebhookRoutes} from "./webhooks/stripe.ts";

/** The web process's server, with every route. Tests drive the server with `app.handle(new Request(…))`. */
export function makeApp(web: Web): WebServer {
  const app = new Elysia({aot: true})
    .onError(({error, code, request, server}) =>
      handleRequest(web, {request, server, route: "none"}, async ({requestId}) => {
        if (code !== "NOT_FOUND") throw error;
        return unknownPageFor(request, requestId) ?? answerNoRoute(app.routes, request, requestId);
      }),
    )
    .use(pageRoutes(web, (): AnyElysia => app))
    .use(healthRoutes(web))
    .use(organizationRoutes(web))
    .use(meRoutes(web))
    .use(oauthRoutes(web))
    .use(oauthPageRoutes(web))
    .use(singleSignOnPageRoutes(web))
    .use(oauthGrantRoutes(web))
    .use(peoplePageRoutes(web))
    .use(connectionRoutes(web))
    .use(projectRoutes(web))
    .use(layerRoutes(web))
    .use(importRoutes(web))
    .use(queryRoutes(web))
    .use(sqlRoutes(web))
    .use(allContentRoutes(web))
    .use(embedTokenRoutes(web))
    .use(embedRoutes(web))
    .use(grantRoutes(web))
    .use(unsubscribeRoutes(web))
    .use(billingRoutes(web))
    .use(stripeWebhookRoutes(web))
    .use(githubRoutes(web))
    .use(syncRoutes(web))
    .use(rollupRoutes(web))
    .use(verifiedQuestionRoutes(web))
    .use(evaluationRoutes(web))
    .use(writeBackRoutes(web))
    .use(githubWebhookRoutes(web))
    .use(mcpRoutes(web));
  return new WebServer(web, app);
}
