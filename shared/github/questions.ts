import {Type} from "@sinclair/typebox";
import {question} from "./client.ts";

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

const CheckRun = Type.Object({id: Type.Integer(), external_id: Type.Optional(Nullable(Text))}, lenient);

/** What is asked of GitHub, and what of each answer is read. */
export const QUESTIONS = {
  installation: question("GET /app/installations/{installation_id}", Installation),
  userInstallations: question(
    "GET /user/installations",
    Type.Object(
      {total_count: Type.Integer(), installations: Type.Array(Type.Object({id: Type.Integer()}, lenient))},
      lenient,
    ),
  ),
  repositories: question(
    "GET /installation/repositories",
    Type.Object({total_count: Type.Integer(), repositories: Type.Array(Repository)}, lenient),
  ),
  repository: question("GET /repositories/{repository_id}", Repository),
  repositoryNamed: question("GET /repos/{owner}/{repo}", Repository),
  /** A ref by its whole name: a tag of the branch's name is another one. */
  branch: question(
    "GET /repos/{owner}/{repo}/git/ref/heads/{branch}",
    Type.Object({ref: Text, object: Type.Object({sha: Text, type: Text}, lenient)}, lenient),
  ),
  commit: question(
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
  /** How the second commit of `first...second` lies to the first. */
  compare: question("GET /repos/{owner}/{repo}/compare/{basehead}", Type.Object({status: Text}, lenient)),
  pull: question("GET /repos/{owner}/{repo}/pulls/{pull_number}", Pull),
  pullsOf: question("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", Type.Array(Pull)),
  checkRuns: question(
    "GET /repos/{owner}/{repo}/commits/{commit_sha}/check-runs",
    Type.Object({check_runs: Type.Array(CheckRun)}, lenient),
  ),
  newCheckRun: question("POST /repos/{owner}/{repo}/check-runs", CheckRun),
  changedCheckRun: question("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", CheckRun),
  tree: question(
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
