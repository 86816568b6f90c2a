import type {DocumentDecoration} from "elysia";
import {page} from "./common.ts";

const tags = ["OAuth"];

interface Description {
  summary: string;
  description: string;
  status: number;
  example?: unknown;
  requestBody?: NonNullable<DocumentDecoration["requestBody"]>;
  /** The error answers. */
  refusals?: DocumentDecoration["responses"];
}

const oauthError = {
  description: "The request is invalid or was refused (RFC 6749 §5.2; for registrations RFC 7591 §3.2.2).",
  content: {
    "application/json": {
      schema: {
        $id: "OAuthError",
        type: "object" as const,
        required: ["error"],
        properties: {
          error: {type: "string" as const, description: "The code of the error."},
          error_description: {type: "string" as const, description: "What is wrong, in a sentence."},
        },
      },
      example: {error: "invalid_grant", error_description: "grant request is invalid"},
    },
  },
};

/** Error answers to programs; `Retry-After` of a 429 says when to try again. */
const TO_PROGRAMS = {
  400: oauthError,
  429: {...oauthError, description: "Too many requests from one address, or refreshes of one grant."},
};

/** Error answers to people, in their browsers. */
const TO_PEOPLE = {
  400: page("A page that says what is wrong with the request."),
  429: page("A page: too many requests from one address."),
};

/** Describes an endpoint of the authorization server, briefly: the OAuth specifications have the details. */
function describe({summary, description, status, example, requestBody, refusals}: Description): {
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
      responses: {[status]: {description: "Success", ...content}, ...refusals},
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
    description:
      "RFC 8414. The first address for clients: the answer has all other addresses of the authorization server. Needs no token.",
    status: 200,
    example: {issuer: "https://analytics.example.com", code_challenge_methods_supported: ["S256"]},
  }),
  resource: describe({
    summary: "Metadata of the protected resource",
    description:
      "RFC 9728. Names the authorization server that issues tokens for `/mcp` and `/api`. Needs no token.",
    status: 200,
    example: {
      resource: "https://analytics.example.com/mcp",
      authorization_servers: ["https://analytics.example.com"],
    },
  }),
  register: describe({
    summary: "Register a client",
    description:
      "RFC 7591 (Dynamic Client Registration). Needs no token; ten registrations an hour from one address. Clients are public: they use PKCE, and have no secret. A client that nobody has granted access within a day is deleted.",
    status: 201,
    example: {client_id: "client_01jd3m5x8ye4trk5c0kq2v7w90", redirect_uris: ["http://127.0.0.1/callback"]},
    refusals: TO_PROGRAMS,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              client_name: {
                type: "string",
                description:
                  "The name that people see when they grant access; shortened to 80 characters. Default: a text that says that there is none.",
              },
              redirect_uris: {
                type: "array",
                items: {type: "string"},
                description: "The addresses to which a browser may return with a code, 1 to 20.",
              },
              scope: {
                type: "string",
                description: "`read`, `write` or both, with a space between them. Default: both.",
              },
            },
            required: ["redirect_uris"],
          },
          example: {client_name: "My agent", redirect_uris: ["http://127.0.0.1/callback"]},
        },
      },
    },
  }),
  authorize: describe({
    summary: "Authorize an application",
    description:
      "Opened in a browser: `response_type=code`, `client_id`, `redirect_uri`, `code_challenge` with `code_challenge_method=S256`, and `state`; optionally `scope` (`read`, `write`) and `resource`. The person signs in and decides; the answer leads back to `redirect_uri` with a `code`.",
    status: 303,
    refusals: TO_PEOPLE,
  }),
  token: describe({
    summary: "Exchange a code or a refresh token",
    description:
      "Access tokens are opaque and valid for one hour. A refresh token is valid for 30 days and can be used once, for a new pair of tokens. A second use more than ten seconds later ends the whole grant.",
    status: 200,
    example: {
      access_token: "…",
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: "…",
      scope: "read write",
    },
    refusals: TO_PROGRAMS,
    requestBody: form(
      {
        grant_type: "`authorization_code` or `refresh_token`",
        client_id: "The client's own id",
        code: "For `authorization_code`: the code, with `code_verifier` and `redirect_uri`",
        code_verifier: "The PKCE verifier of the `code_challenge`",
        redirect_uri: "The same as in the authorization request",
        refresh_token: "For `refresh_token`: the refresh token",
      },
      ["grant_type", "client_id"],
    ),
  }),
  revoke: describe({
    summary: "Revoke a token",
    description:
      "RFC 7009. Takes an access or refresh token of the client. The whole grant ends within a second.",
    status: 200,
    refusals: TO_PROGRAMS,
    requestBody: form({token: "The access or refresh token", client_id: "The client's own id"}, [
      "token",
      "client_id",
    ]),
  }),
};
