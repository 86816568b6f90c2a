import {type Static, Type} from "@sinclair/typebox";
import {defineRequest} from "./client.ts";

const lenient = {additionalProperties: true} as const;
const Text = Type.String();
const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

const Installation = Type.Object(
  {
    id: Type.Integer(),
    app_id: Type.Integer(),
    account: Type.Object({id: Type.Integer(), login: Text, type: Text}, lenient),
    repository_selection: Type.Union([Type.Literal("all"), Type.Literal("selected")]),
    suspended_at: Type.Optional(Nullable(Text)),
  },
  lenient,
);

const Repository = Type.Object(
  {
    id: Type.Integer(),
    full_name: Text,
    private: Type.Boolean(),
    default_branch: Text,
    archived: Type.Optional(Type.Boolean()),
  },
  lenient,
);

export type Repository = Static<typeof Repository>;

const PersonalRepository = Type.Object(
  {
    id: Type.Integer(),
    full_name: Text,
    permissions: Type.Object({pull: Type.Boolean(), push: Type.Boolean()}, lenient),
  },
  lenient,
);

const Pull = Type.Object(
  {
    number: Type.Integer(),
    state: Text,
    head: Type.Object(
      {sha: Text, repo: Type.Union([Type.Object({id: Type.Integer()}, lenient), Type.Null()])},
      lenient,
    ),
    base: Type.Object({ref: Text, sha: Text}, lenient),
  },
  lenient,
);

const OwnPull = Type.Object(
  {
    number: Type.Integer(),
    state: Text,
    title: Text,
    body: Type.Optional(Nullable(Text)),
    html_url: Text,
    merged_at: Nullable(Text),
    closed_at: Type.Optional(Nullable(Text)),
    merge_commit_sha: Type.Optional(Nullable(Text)),
    /** Null until GitHub has computed it; missing in lists. */
    mergeable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  },
  lenient,
);
export type OwnPull = Static<typeof OwnPull>;

const CheckRun = Type.Object({id: Type.Integer(), external_id: Type.Optional(Nullable(Text))}, lenient);

/** The requests to GitHub, with the parts of each response that are read. */
export const REQUESTS = {
  installation: defineRequest("GET /app/installations/{installation_id}", Installation),
  /** The repositories of the installation that the user may read or write. */
  personalRepositories: defineRequest(
    "GET /user/installations/{installation_id}/repositories",
    Type.Object({total_count: Type.Integer(), repositories: Type.Array(PersonalRepository)}, lenient),
  ),
  repositories: defineRequest(
    "GET /installation/repositories",
    Type.Object({total_count: Type.Integer(), repositories: Type.Array(Repository)}, lenient),
  ),
  repository: defineRequest("GET /repositories/{repository_id}", Repository),
  repositoryNamed: defineRequest("GET /repos/{owner}/{repo}", Repository),
  /** A branch by its full ref name, because a tag can have the same short name. */
  branch: defineRequest(
    "GET /repos/{owner}/{repo}/git/ref/heads/{branch}",
    Type.Object({ref: Text, object: Type.Object({sha: Text, type: Text}, lenient)}, lenient),
  ),
  commit: defineRequest(
    "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
    Type.Object(
      {
        sha: Text,
        message: Text,
        author: Type.Object({name: Text, date: Text}, lenient),
        tree: Type.Object({sha: Text}, lenient),
      },
      lenient,
    ),
  ),
  /** Compares two commits: `status` is that of the second commit of `first...second` relative to the first. */
  compare: defineRequest(
    "GET /repos/{owner}/{repo}/compare/{basehead}",
    Type.Object({status: Text}, lenient),
  ),
  ownPull: defineRequest("GET /repos/{owner}/{repo}/pulls/{pull_number}", OwnPull),
  pullsFrom: defineRequest("GET /repos/{owner}/{repo}/pulls", Type.Array(OwnPull)),
  newPull: defineRequest("POST /repos/{owner}/{repo}/pulls", OwnPull),
  changedPull: defineRequest("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", OwnPull),
  newRef: defineRequest("POST /repos/{owner}/{repo}/git/refs", Type.Object({ref: Text}, lenient)),
  commitsOf: defineRequest(
    "GET /repos/{owner}/{repo}/commits",
    Type.Array(Type.Object({sha: Text, commit: Type.Object({message: Text}, lenient)}, lenient)),
  ),
  pull: defineRequest("GET /repos/{owner}/{repo}/pulls/{pull_number}", Pull),
  pullsOf: defineRequest("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", Type.Array(Pull)),
  checkRuns: defineRequest(
    "GET /repos/{owner}/{repo}/commits/{commit_sha}/check-runs",
    Type.Object({check_runs: Type.Array(CheckRun)}, lenient),
  ),
  newCheckRun: defineRequest("POST /repos/{owner}/{repo}/check-runs", CheckRun),
  changedCheckRun: defineRequest("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", CheckRun),
  /** The content in base64, which is empty for a file of more than 1 MB. */
  file: defineRequest(
    "GET /repos/{owner}/{repo}/contents/{path}",
    Type.Object({type: Type.Literal("file"), content: Text}, lenient),
  ),
  tree: defineRequest(
    "GET /repos/{owner}/{repo}/git/trees/{tree_sha}",
    Type.Object(
      {
        sha: Text,
        truncated: Type.Boolean(),
        tree: Type.Array(Type.Object({path: Text, type: Text, sha: Text}, lenient)),
      },
      lenient,
    ),
  ),
} as const;
