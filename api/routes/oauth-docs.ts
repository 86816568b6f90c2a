import type {DocumentDecoration} from "elysia";

const tags = ["OAuth"];

interface Description {
  summary: string;
  description: string;
  status: number;
  example?: unknown;
  requestBody?: NonNullable<DocumentDecoration["requestBody"]>;
}

/** What the OpenAPI document says of the authorization server: shortly, for its own specifications say the rest. */
function describe({summary, description, status, example, requestBody}: Description): {
  detail: DocumentDecoration;
} {
  const content =
    example === undefined
      ? {}
      : {content: {"application/json": {schema: {type: "object" as const}, example}}};
  return {
    detail: {
      tags,
      summary,
      description,
      security: [],
      ...(requestBody ? {requestBody} : {}),
      responses: {[status]: {description: "Success", ...content}},
    },
  };
}

function form(properties: Record<string, string>, required: string[]) {
  const described = Object.entries(properties).map(([name, description]) => [
    name,
    {type: "string", description},
  ]);
  const schema = {type: "object" as const, properties: Object.fromEntries(described), required};
  return {required: true, content: {"application/x-www-form-urlencoded": {schema}}};
}

export const describeOAuth = {
  server: describe({
    summary: "Metadata of the authorization server",
    description: "RFC 8414. Clients begin here: it names every other address.",
    status: 200,
    example: {issuer: "https://analytics.example.com", code_challenge_methods_supported: ["S256"]},
  }),
  resource: describe({
    summary: "Metadata of the protected resource",
    description: "RFC 9728. Which authorization server gives out tokens for `/mcp` and `/api`.",
    status: 200,
    example: {
      resource: "https://analytics.example.com/mcp",
      authorization_servers: ["https://analytics.example.com"],
    },
  }),
  register: describe({
    summary: "Register a client",
    description:
      "RFC 7591. Open to everyone, ten times an hour from one address; a client that nobody lets in is forgotten after a day. Clients are public: PKCE, and no secret.",
    status: 201,
    example: {client_id: "client_01jd3m5x8ye4trk5c0kq2v7w90", redirect_uris: ["http://127.0.0.1/callback"]},
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              client_name: {type: "string"},
              redirect_uris: {type: "array", items: {type: "string"}},
              scope: {type: "string"},
            },
            required: ["redirect_uris"],
          },
          example: {client_name: "My agent", redirect_uris: ["http://127.0.0.1/callback"]},
        },
      },
    },
  }),
  authorize: describe({
    summary: "Ask a person for access",
    description:
      "Opened in a browser: `response_type=code`, `client_id`, `redirect_uri`, `code_challenge` with `code_challenge_method=S256`, and `state`; `scope` (`read`, `write`) and `resource` if wanted. The person signs in and decides.",
    status: 303,
  }),
  token: describe({
    summary: "Exchange a code or a refresh token",
    description:
      "Access tokens are opaque and live an hour; refresh tokens live 30 days, and each is good for one use: another one later than ten seconds after ends the whole grant.",
    status: 200,
    example: {
      access_token: "…",
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: "…",
      scope: "read write",
    },
    requestBody: form(
      {
        grant_type: "`authorization_code` or `refresh_token`",
        client_id: "The client's own id",
        code: "With its `code_verifier` and `redirect_uri`",
        code_verifier: "Of PKCE",
        redirect_uri: "The same as before",
        refresh_token: "For `refresh_token`",
      },
      ["grant_type", "client_id"],
    ),
  }),
  revoke: describe({
    summary: "Revoke a token",
    description:
      "RFC 7009. An access or a refresh token of the client: its whole grant ends, within a second.",
    status: 200,
    requestBody: form({token: "The token", client_id: "The client's own id"}, ["token", "client_id"]),
  }),
};
