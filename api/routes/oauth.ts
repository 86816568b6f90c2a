import type {Context} from "elysia";
import {Elysia} from "elysia";
import {ServiceError} from "../../shared/core/errors.ts";
import {newId} from "../../shared/core/ids.ts";
import {networkOf} from "../../shared/core/network.ts";
import {
  ALL_REGISTRATIONS,
  AUTHORIZATIONS,
  giveBack,
  REGISTRATIONS,
  rateLimited,
  requireTurn,
  takeTurn,
} from "../../shared/identity/sign-in/throttle.ts";
import type {Web} from "../dependencies.ts";
import {defaultAudience} from "../http/audience.ts";
import {addressOf} from "../http/request-context.ts";
import {Browser} from "../oauth/browser.ts";
import {
  answerPendingAuthorization,
  findPendingAuthorization,
  showPendingAuthorization,
} from "../oauth/interaction.ts";
import {readRegistration} from "../oauth/register.ts";
import {answerPage, answerProgram, oauthError, readForm, readText} from "../oauth/respond.ts";
import {OAuthServer} from "../oauth/server.ts";
import {describeOAuth} from "../openapi/oauth-docs.ts";

/** The authorization server (OAuth 2.1): metadata, registration, authorization in the browser, tokens. */
export function oauthRoutes(web: Web) {
  const oauth = new OAuthServer(web);
  const {baseUrl} = web.config;
  const serverMetadata = JSON.stringify(authorizationServer(baseUrl));
  const resourceMetadata = JSON.stringify(protectedResource(baseUrl));
  return new Elysia()
    .get("/.well-known/oauth-authorization-server", () => metadata(serverMetadata), describeOAuth.server)
    .get("/.well-known/oauth-authorization-server/mcp", () => metadata(serverMetadata))
    .get("/.well-known/oauth-protected-resource", () => metadata(resourceMetadata), describeOAuth.resource)
    .get("/.well-known/oauth-protected-resource/mcp", () => metadata(resourceMetadata))
    .post(
      "/oauth/register",
      context =>
        answerProgram(web, context, () => register(web, context.request, countedAddress(web, context))),
      {parse: "none", ...describeOAuth.register},
    )
    .get(
      "/oauth/authorize",
      context =>
        answerPage(web, context, async () => {
          const network = networkOf(countedAddress(web, context));
          await requireTurn(web, AUTHORIZATIONS, network, "This address has begun many authorizations.");
          return oauth.authorize(context.request);
        }),
      describeOAuth.authorize,
    )
    .get("/oauth/authorize/:uid", ({request, server, route, params}) =>
      answerPage(web, {request, server, route}, () => oauth.resume(request, params.uid)),
    )
    .post(
      "/oauth/token",
      ({request, server, route}) =>
        answerProgram(web, {request, server, route}, async () => oauth.token(await readForm(request))),
      {parse: "none", ...describeOAuth.token},
    )
    .post(
      "/oauth/revoke",
      ({request, server, route}) =>
        answerProgram(web, {request, server, route}, async () => oauth.revoke(await readForm(request))),
      {parse: "none", ...describeOAuth.revoke},
    )
    .get("/oauth/interaction/:uid", ({request, server, route, params}) =>
      answerPage(web, {request, server, route}, async () => {
        const browser = new Browser(web.db, web.config, request);
        return showPendingAuthorization(
          await findPendingAuthorization(web, await oauth.provider(), browser, request, params.uid),
        );
      }),
    )
    .post(
      "/oauth/interaction/:uid",
      context =>
        answerPage(web, context, async requestId => {
          const {request, params} = context;
          const browser = new Browser(web.db, web.config, request);
          const pending = await findPendingAuthorization(
            web,
            await oauth.provider(),
            browser,
            request,
            params.uid,
          );
          return answerPendingAuthorization(pending, await readForm(request), {
            address: countedAddress(web, context),
            requestId,
          });
        }),
      {parse: "none"},
    );
}

/** The key for limits by address; requests whose address is unknown share one key. */
export function countedAddress(web: Web, context: Pick<Context, "server" | "request">): string {
  return addressOf(web.config, context) ?? "unknown";
}

function metadata(text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "application/json",
      "cache-control": "max-age=300",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    },
  });
}

/** RFC 8414 §2, and RFC 9207 §3. */
function authorizationServer(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    scopes_supported: ["read", "write"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/swagger`,
  };
}

/** RFC 9728 §2. */
function protectedResource(baseUrl: string) {
  return {
    resource: defaultAudience(baseUrl),
    authorization_servers: [baseUrl],
    scopes_supported: ["read", "write"],
    bearer_methods_supported: ["header"],
    resource_name: "Analytics Service",
    resource_documentation: `${baseUrl}/swagger`,
  };
}

/** RFC 7591 §3. A registration that is refused does not count against the address. */
async function register(web: Web, request: Request, address: string): Promise<Response> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new ServiceError("unsupported_media_type", "The body must be application/json.");
  }
  const text = await readText(request);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ServiceError("malformed_json", "The body is not JSON.", {cause: error});
  }
  const client = readRegistration(body);
  if ("error" in client) return oauthError(400, client.error, client.error_description);
  await countRegistration(web, networkOf(address));
  const id = newId("client");
  const {scope, application_type, ...clientFields} = client;
  const storedClient = JSON.stringify({...clientFields, application_type, allowed_scope: scope});
  await web.db
    .insertInto("oauth_clients")
    .values({id, name: client.client_name, metadata: storedClient})
    .execute();
  const issuedAt = Math.floor(Date.now() / 1000);
  return Response.json(
    {client_id: id, client_id_issued_at: issuedAt, ...clientFields, scope},
    {status: 201, headers: {"cache-control": "no-store"}},
  );
}

async function countRegistration(web: Web, network: string): Promise<void> {
  const waitSeconds = await takeTurn(web, REGISTRATIONS, network);
  if (waitSeconds > 0) {
    throw rateLimited(
      "This address has registered many clients. Use one of them, or try again later.",
      waitSeconds,
    );
  }
  const allWaitSeconds = await takeTurn(web, ALL_REGISTRATIONS, "");
  if (allWaitSeconds === 0) return;
  await giveBack(web, REGISTRATIONS, network);
  throw rateLimited("Many clients have registered lately.", allWaitSeconds);
}
