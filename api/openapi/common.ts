/** The tags of the operations with their descriptions, in the order in which they are shown. */
export const tagsWith = (ofContent: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  Identity: "Whose rights the token has.",
  Members: "The users of the organization.",
  "Single sign-on": "Sign-in at an OpenID Connect provider, and what the provider's claims decide.",
  Teams: "Groups of users and service accounts; content and projects can belong to them.",
  "Service accounts": "Programs that call this service, and their tokens.",
  OAuth: "The authorization server: applications get access that a person grants in a browser.",
  "Audit log": "Who did what to which resource, from where.",
  Connections: "Warehouses that queries run in.",
  Projects: "A semantic layer over one connection, with its settings.",
  "Semantic layer": "Models, their dimensions, measures and joins, and how they come from a warehouse.",
  "Roll-ups": "Aggregates of a model that are stored, so that queries are answered without the warehouse.",
  "Verified questions":
    "Questions, each with the query that answers it correctly: examples for agents, and the default cases of evaluations.",
  Evaluations:
    "How well a language model answers a project's questions, compared with the evaluation before.",
  Git: "Layers in a repository at GitHub: installations of the GitHub App, syncs, and pull requests (write-backs).",
  Queries: "Queries over models, which run in the warehouse.",
  SQL: "Statements in Postgres' SQL over models and datasets.",
  ...ofContent,
  Ask: "Questions in words, their checked answers, and the conversations that they belong to.",
  Embedding: "One chart or dashboard on a page of yours, for people who are not signed in here.",
  Sharing: "Who else may view or edit saved content.",
  Billing:
    "The subscription at Stripe, the limits of its plan, and the usage. Only where the operator has configured Stripe.",
  Deliveries: "How recipients stop mail, and resume it.",
  MCP: "The service as tools of the Model Context Protocol, for agents.",
  Service: "Liveness, readiness and metrics of the process.",
});

/** The description of the whole document. */
export const DESCRIPTION = `Governed analytics over HTTP: models with dimensions and measures over a connected warehouse, and
queries against them.

- **Authentication.** Calls carry \`Authorization: Bearer <token>\`, unless their description says otherwise. Call
  \`GET /api/whoami\` first: it returns the \`orgId\` for paths and the token's scopes.
- **Scopes.** \`read\`, \`write\` and \`manage\` are independent: none implies another.
- **Formats.** Bodies are JSON in camelCase. Ids are strings such as \`chart_01jd…\`, times are ISO 8601 in UTC
  (\`2026-01-31T09:30:00.000Z\`), days \`YYYY-MM-DD\`.
- **Bodies.** Unknown keys are refused with 422. A resource can be sent back as it was read: read-only keys are ignored.
- **Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`. What the caller may not see is 404.
- **Lists** are arrays, newest first unless the description says otherwise. The address of the next page is in the
  \`Link\` header (\`rel="next"\`).
- **Retries.** An \`Idempotency-Key\` makes a POST that creates, sends or spends safe to repeat; \`If-Match\` with a resource's \`ETag\` refuses a
  change of what somebody else has changed meanwhile. 429 and 503 say in \`Retry-After\` when to try again.`;

/** Header parameters that operations refer to. */
export const PARAMETERS = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A value of the caller's choice, such as a UUID. The same request with the same key within 24 hours gets the first answer again, with null in place of secrets, and nothing is done twice.",
    schema: {type: "string", minLength: 1, maxLength: 255},
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    description:
      "`respond-async`: the query is queued, and the answer is 202 with its run. Default: the answer is the result.",
    schema: {type: "string"},
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` that was read: 412 if the resource has changed since. Without this header the last change wins.",
    schema: {type: "string"},
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "The known `ETag`: 304 if the resource has not changed.",
    schema: {type: "string"},
  },
};

/** Headers of answers that operations refer to. */
export const HEADERS = {
  "X-Request-Id": {
    description: "The request's id, for support: the id that the caller sent in this header, or a new id.",
    schema: {type: "string"},
  },
  ETag: {
    description: "The version of the resource, for `If-Match` and `If-None-Match`.",
    schema: {type: "string"},
  },
  Link: {
    description: 'The address of the next page, with `rel="next"`; absent on the last page.',
    schema: {type: "string"},
  },
  Location: {description: "The run's address.", schema: {type: "string"}},
  RateLimit: {
    description: "Calls that are left (`r`), and seconds until all calls are available again (`t`).",
    schema: {type: "string"},
    example: '"default";r=99999;t=1',
  },
  "RateLimit-Policy": {
    description: "The limit: calls (`q`) per window of so many seconds (`w`).",
    schema: {type: "string"},
    example: '"default";q=100000;w=60',
  },
};

/** The document's security schemes. */
export const SECURITY_SCHEMES = {
  token: {
    type: "http",
    scheme: "bearer",
    description:
      "The API token (`svc_pat_…`) of a service account, or an OAuth access token that a person has granted to an application. Its scopes are some of `read`, `write` and `manage`; an OAuth token never has `manage`.",
  },
};

/**
 * The extension under which an operation keeps its parameters until the document is made, because the plugin overwrites
 * `parameters` with those of the path.
 */
export const OWN_PARAMETERS = "x-parameters";

/** An answer that is a page for people. */
export const page = (description: string) => ({
  description,
  content: {"text/html": {schema: {type: "string" as const}}},
});
