import {Type} from "@sinclair/typebox";
import {requireOrgAdminServiceAccount, requireScope} from "../../shared/core/access.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {readerOf} from "../../shared/core/validate.ts";
import {type OwnPull, REQUESTS} from "../../shared/modeling/github/api-requests.ts";
import {
  type Github,
  GithubFault,
  installationClient,
  sendRequest,
} from "../../shared/modeling/github/client.ts";
import {readStoredRequest} from "../../shared/modeling/github/write-backs.ts";
import {nameOf} from "../../shared/modeling/layer-formats/question-entries.ts";
import {questionChanges} from "../../shared/modeling/verified-questions/file.ts";
import {storePendingEntries} from "../../shared/modeling/verified-questions/written.ts";
import {readGraph} from "../../shared/querying/layers/stored-graph.ts";
import {type ProjectRow, requireProject} from "../../shared/tenancy/projects/find.ts";
import type {Worker} from "../worker.ts";
import {serviceIn} from "./apply-sync.ts";
import {commitOnBranch, StaleHead} from "./commit-on-branch.ts";
import {type Reached, reachRepository, readHead} from "./read-commit.ts";
import {withStoredLineEnds} from "./stored-line-ends.ts";
import {fetchTarball} from "./tarball.ts";
import {
  noteCommit,
  noteLeftOut,
  notePull,
  separate,
  succeedWriteBack,
  type WriteRun,
} from "./write-back-run.ts";
import {commitBody, isCommitFor, pullBody} from "./write-back-text.ts";

/** How often a commit is tried again because somebody else's commit came first. */
const MAX_RACES = 5;
/** How many of the branch's latest commits are searched for the request's own. */
const MAX_COMMITS = 100;

const Names = Type.Array(Type.String());
const readWritten = readerOf(
  Type.Object({
    files: Type.Array(
      Type.Object({path: Type.String(), text: Type.String(), hasMark: Type.Optional(Type.Boolean())}),
    ),
    diff: Type.Object({added: Names, changed: Names, removed: Names}),
    leftOut: Type.Array(
      Type.Object({
        question: Type.String(),
        message: Type.String(),
        file: Type.String(),
        line: Type.Optional(Type.Integer()),
      }),
    ),
  }),
  "the files of a write-back",
);

interface Site extends Reached {
  worker: Pick<Worker, "db" | "log" | "layers" | "memory">;
  github: Github;
  project: ProjectRow;
  /** The service account that made the request, with its present rights. */
  author: Actor;
  signal: AbortSignal;
}

/**
 * Makes the commit and the pull request of a write-back request. The work can be interrupted anywhere and begun again:
 * a commit is recognized by the request in its message, a pull request by its branch, and each is looked for before it
 * is made.
 */
export async function carryOutWriteBack(
  worker: Pick<Worker, "db" | "log" | "layers" | "memory">,
  github: Github,
  given: WriteRun,
  signal: AbortSignal,
): Promise<void> {
  const {db} = worker;
  const {orgId, projectId, repositoryId} = given;
  const author = await requireAuthor(db, given);
  const project = await requireProject(db, serviceIn(orgId), projectId);
  const {git} = project;
  if (!git || project.git_repository_id !== repositoryId)
    throw new ServiceError("conflict", "The project does not follow the repository any more.");
  const followed = {id: projectId, git, orgId, repositoryId};
  const reached = await reachRepository(db, github, followed, "write");
  const {octokit} = await installationClient(github, git.installationId ?? "", repositoryId, {
    contents: "write",
    pull_requests: "write",
  }).catch(asUngranted);
  const site: Site = {...reached, octokit, worker, github, project, author, signal};
  const run = await stillOpen(site, given);
  if (run.commitId === null) await commit(site, run);
  await succeedWriteBack(db, run, await openPull(site, run));
}

/**
 * The service account that made the request, with its present rights: a request can wait for hours, and its author may
 * have lost the right meanwhile.
 */
async function requireAuthor(db: Db, {orgId, askedBy: {serviceAccount}}: WriteRun): Promise<Actor> {
  try {
    const author = await loadRunAs(db, orgId, serviceAccount.id);
    requireScope(author, "write");
    requireOrgAdminServiceAccount(author);
    return author;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = `"${serviceAccount.name}", which requested the write-back, may no longer change the layer.`;
    throw new ServiceError("conflict", message, {cause: error});
  }
}

/** Explains that GitHub refused a token, because nobody has granted its permissions. */
function asUngranted(error: unknown): never {
  if (!(error instanceof GithubFault) || error.kind !== "refused") throw error;
  throw new ServiceError(
    "conflict",
    "The installation of the GitHub App may not write contents and pull requests. An administrator of the GitHub account has to accept these permissions.",
    {cause: error},
  );
}

/** The run itself, or, where the write-back that it joined is no longer open, the run with a write-back of its own. */
async function stillOpen({octokit, name, worker: {db}}: Site, run: WriteRun): Promise<WriteRun> {
  if (run.number === null) return run;
  const pull = await sendRequest(octokit, REQUESTS.ownPull, {...name, pull_number: run.number});
  if (pull.state === "open") return run;
  await db.transaction().execute(tx => notePull(tx, run, pull));
  return separate(db, run);
}

async function commit(site: Site, run: WriteRun): Promise<void> {
  for (let races = 0; ; races++) {
    try {
      return await tryCommit(site, run);
    } catch (error) {
      if (!(error instanceof StaleHead) || races >= MAX_RACES) throw error;
      site.signal.throwIfAborted();
    }
  }
}

async function tryCommit(site: Site, run: WriteRun): Promise<void> {
  const {octokit, name, github, worker} = site;
  const own = await branchHead(site, run.branch);
  const made = own === undefined ? undefined : await findCommit(site, run);
  if (made !== undefined) return noteCommit(worker.db, run, made);
  const head = own ?? (await readHead(site));
  const {files, diff, leftOut, asked} = await writeFiles(site, run, head);
  if (leftOut) await noteLeftOut(worker.db, run, leftOut);
  if (files.length === 0) {
    if (run.number !== null) return;
    throw new ServiceError(
      "conflict",
      "Nothing would change, because the files already have these changes or newer changes.",
    );
  }
  if (own === undefined) await makeBranch(site, run.branch, head);
  if (asked) await storePendingEntries(worker.db, run, asked);
  const body = commitBody(run);
  const sha = await commitOnBranch(github, octokit, name, {
    branch: run.branch,
    head,
    headline: run.title,
    body,
    files: await withStoredLineEnds(octokit, name, head, files),
  });
  await noteCommit(worker.db, run, sha, diff);
}

async function branchHead({octokit, name}: Site, branch: string): Promise<string | undefined> {
  try {
    return (await sendRequest(octokit, REQUESTS.branch, {...name, branch})).object.sha;
  } catch (error) {
    if (error instanceof GithubFault && error.kind === "missing") return undefined;
    throw error;
  }
}

/** The commit that was made for the request before its worker died. */
async function findCommit({octokit, name}: Site, {id, branch}: WriteRun): Promise<string | undefined> {
  const commits = await sendRequest(octokit, REQUESTS.commitsOf, {
    ...name,
    sha: branch,
    per_page: MAX_COMMITS,
  });
  return commits.find(({commit: {message}}) => isCommitFor(id, message))?.sha;
}

async function makeBranch({octokit, name}: Site, branch: string, sha: string): Promise<void> {
  try {
    await sendRequest(octokit, REQUESTS.newRef, {...name, ref: `refs/heads/${branch}`, sha});
  } catch (error) {
    // The branch may be at another commit by now, so everything is read again.
    if (error instanceof GithubFault && error.kind === "refused" && /already exists/i.test(error.message))
      throw new StaleHead("The branch already exists.");
    throw error;
  }
}

/** The files that must change at that commit, by their paths in the repository. */
async function writeFiles(
  {worker, github, project, author, token, name, path, signal}: Site,
  run: WriteRun,
  head: string,
) {
  const {orgId, projectId, changes, withQuestions} = run;
  const tarball = await fetchTarball(github, token, name, head, signal);
  const current = await readGraph(worker.db, orgId, projectId, project.layer_version);
  const rules = {
    models: current.models.flatMap(({name: model, rowAccess}) =>
      rowAccess ? [{name: model, rowAccess}] : [],
    ),
  };
  const body = Buffer.from(tarball.buffer, tarball.byteOffset, tarball.byteLength).toString("base64");
  const repository = {path, format: project.git?.format ?? "auto"};
  const asked = withQuestions ? await questionChanges(worker, author, projectId) : undefined;
  const answer = await worker.layers.run(
    orgId,
    {write: {body, repository, changes, rules, ...(asked ? {questions: JSON.stringify(asked)} : {})}},
    signal,
  );
  if ("refused" in answer) throw new ServiceError("invalid_request", answer.refused, {errors: answer.errors});
  const {files, diff, leftOut} = readWritten(JSON.parse(answer.text));
  const inside = path === "" ? "" : `${path}/`;
  const isLeftOut = new Set(leftOut.map(({question}) => question.toLowerCase()));
  return {
    files: files.map(file => ({path: inside + file.path, text: (file.hasMark ? "\uFEFF" : "") + file.text})),
    diff,
    leftOut: leftOut.map(one => ({...one, file: inside + one.file})),
    asked: asked?.filter(({after, before}) => !isLeftOut.has(nameOf(after ?? before ?? null) ?? "")),
  };
}

/** The pull request of the branch, created if there is none. Text that a person has written into it stays. */
async function openPull(site: Site, run: WriteRun): Promise<OwnPull> {
  const {octokit, name, branch: base, worker, project, isPrivate} = site;
  const all = await requestsOf(site, run);
  const body = pullBody(project.name, all, isPrivate);
  const known = await findPull(site, run);
  if (!known) {
    const asked = {...name, head: run.branch, base, title: run.title, body};
    return sendRequest(octokit, REQUESTS.newPull, asked).catch(async error => {
      const other =
        error instanceof GithubFault && error.kind === "refused" ? await findPull(site, run) : undefined;
      if (other) return other;
      throw error;
    });
  }
  worker.log.debug({writeBackId: run.writeBackId, number: known.number}, "adding to an open write-back");
  const before = pullBody(project.name, all.slice(0, -1), isPrivate);
  const isUnedited = known.body?.replaceAll("\r\n", "\n") === before;
  return isUnedited
    ? sendRequest(octokit, REQUESTS.changedPull, {...name, pull_number: known.number, body})
    : known;
}

async function findPull({octokit, name}: Site, {branch, number}: WriteRun): Promise<OwnPull | undefined> {
  if (number !== null) return sendRequest(octokit, REQUESTS.ownPull, {...name, pull_number: number});
  const asked = {...name, head: `${name.owner}:${branch}`, state: "all", per_page: 1};
  const [found] = await sendRequest(octokit, REQUESTS.pullsFrom, asked);
  return found;
}

/** All requests of this write-back up to this one. */
async function requestsOf({worker: {db}}: Site, {id, orgId, writeBackId}: WriteRun) {
  const {rows} = await sql<{
    id: string;
    with_questions: boolean;
    changes: unknown;
    asked_by: unknown;
    diff: unknown;
    error: unknown;
  }>`
    select id, with_questions, changes, asked_by, diff, error from write_back_requests
    where org_id = ${orgId} and write_back_id = ${writeBackId} and id <= ${id} and status <> 'failed'
    order by id`.execute(db);
  return rows.map(row => {
    const {changes, with_questions: withQuestions, asked_by: askedBy} = readStoredRequest(row);
    return {changes, withQuestions, askedBy};
  });
}
