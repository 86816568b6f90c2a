/** The tags of the operations, in the order in which they are shown. */
export const TAGS: Readonly<Record<string, string>> = {
  Identity: "Who the token speaks for.",
  Members: "The users of the organization.",
  "Single sign-on": "Signing in at an OpenID Connect provider, and what its claims decide.",
  Teams: "Groups of users and service accounts; content and projects can belong to them.",
  "Service accounts": "Programs that call this service, and their tokens.",
  OAuth: "Access for applications, which a person grants in a browser.",
  "Audit log": "Who did what to which resource, from where.",
  Connections: "Warehouses that queries run in.",
  Projects: "Semantic layers over a connection.",
  "Semantic layer": "Models, their dimensions, measures and joins, and how they come from a warehouse.",
  "Roll-ups": "What is kept of a layer's models, so that the warehouse need not be asked.",
  "Verified questions":
    "Questions with the query that answers each of them rightly: examples for agents, and what evaluations measure by.",
  Evaluations: "How well a model answers a project's questions, compared with the time before.",
  Git: "Layers that live in a repository: the GitHub App, and what it tells the service.",
  Queries: "Queries over models, which run in the warehouse.",
  SQL: "Statements in Postgres' SQL over models and datasets, for tools that speak no other language.",
  Charts: "Saved queries, and how they are drawn.",
  Dashboards: "Charts laid out on a grid.",
  Datasets: "Governed sources that queries name as their model: live ones, and snapshots of rows.",
  Sheets: "Spreadsheets over query results.",
  Actions: "When this, then that, and what became of each run.",
  Ask: "Questions in words, their checked answers, and the conversations that they belong to.",
  Agents: "Scheduled work of language models over what they may read, its reports and what it spends.",
  Schedules: "Dashboards, charts and datasets by mail, and what became of each delivery.",
  Embedding: "One chart or dashboard on a page of yours, for people who are not signed in here.",
  Sharing: "Who else may view or edit saved content.",
  Billing:
    "Where the service sells plans through Stripe: the subscription, what it allows, and what was used.",
  Deliveries: "Mail that goes out by itself, and how its recipients stop it.",
  MCP: "The same service for agents, as tools of the Model Context Protocol.",
  Service: "Whether the process is alive and ready, and what it has measured.",
};

/** The description of the whole document. */
export const DESCRIPTION = `Governed analytics over HTTP: models with dimensions and measures over a connected warehouse, and
queries against them.

Every call carries \`Authorization: Bearer <token>\`. Errors are \`application/problem+json\` (RFC 9457) with a stable
\`code\`. Lists are arrays, newest first; the next page is in the \`Link\` header. Unknown keys are refused, and a
resource can be sent back as it was read.`;

/** Header parameters that operations refer to. */
export const PARAMETERS = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes it safe to send the same request again within 24 hours: the first answer is returned again, with null in place of secrets, and nothing is done twice.",
    schema: {type: "string", minLength: 1, maxLength: 255},
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    description: "`respond-async`: the query is queued, and 202 names its run.",
    schema: {type: "string"},
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description: "The `ETag` that was read; 412 when the resource has changed since.",
    schema: {type: "string"},
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` that is known; 304 when the resource still has it.",
    schema: {type: "string"},
  },
};

/** Headers of answers that operations refer to. */
export const HEADERS = {
  "X-Request-Id": {
    description: "The request's id: the caller's own, or a new one.",
    schema: {type: "string"},
  },
  ETag: {description: "A strong validator, for `If-Match` and `If-None-Match`.", schema: {type: "string"}},
  Link: {description: 'The next page, with `rel="next"`; absent on the last.', schema: {type: "string"}},
  Location: {description: "The run's address.", schema: {type: "string"}},
  RateLimit: {
    description: "Remaining calls (`r`), and seconds until the full limit is available again (`t`).",
    schema: {type: "string"},
    example: '"default";r=99999;t=1',
  },
  "RateLimit-Policy": {
    description: "Calls (`q`) per window of seconds (`w`).",
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
      "An API token (`svc_pat_…`) of a service account, or an OAuth access token that a person has granted to an application. It has scopes: `read`, `write`, `manage` (never with OAuth).",
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
