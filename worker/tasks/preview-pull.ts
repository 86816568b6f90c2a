import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {enqueue, type JobPayload} from "../../shared/core/jobs.ts";
import {REQUESTS} from "../../shared/modeling/github/api-requests.ts";
import {
  type Github,
  GithubFault,
  installationClient,
  sendRequest,
} from "../../shared/modeling/github/client.ts";
import {findTree} from "../../shared/modeling/github/tree.ts";
import {columnsOfModels} from "../../shared/modeling/layer-formats/common/column-types.ts";
import {diffGraphs} from "../../shared/modeling/layer-formats/diff-graph.ts";
import {keepRowAccess} from "../../shared/modeling/layer-formats/keep-row-access.ts";
import {findBroken} from "../../shared/modeling/layer-versions/broken-content.ts";
import {countChangedSql} from "../../shared/modeling/layer-versions/changed-sql.ts";
import {checkQuestions} from "../../shared/modeling/verified-questions/file.ts";
import {projectsOf} from "../../shared/querying/layers/query-caches.ts";
import {readGraph} from "../../shared/querying/layers/stored-graph.ts";
import type {Graph} from "../../shared/semantic/documents.ts";
import {buildLayer, checkGraph} from "../../shared/semantic/layers.ts";
import {type ProjectRow, requireProject} from "../../shared/tenancy/projects/find.ts";
import {serviceIn} from "../github/apply-sync.ts";
import {type CheckText, changeText, faultText} from "../github/preview-text.ts";
import {type Reached, reachRepository} from "../github/read-commit.ts";
import {LayerFault, type ReadLayer, readLayerOf} from "../github/read-layer.ts";
import {fetchTarball} from "../github/tarball.ts";
import {isRetryableFault} from "../github/try-later.ts";
import type {Worker} from "../worker.ts";

/**
 * Reports in a check of a pull request what the pull request would change in the layer. The preview only compiles, and
 * runs nothing in a warehouse. It can run twice: the check of a project on a commit is created once, and then updated.
 * GitHub's rate limits and outages are left to the queue, which retries later.
 */
export async function previewPull(
  worker: Pick<Worker, "db" | "log" | "memory" | "layers" | "github">,
  {orgId, projectId, pullNumber}: JobPayload<"preview_pull">,
  signal: AbortSignal,
): Promise<void> {
  const {db, github, log} = worker;
  if (!github) return;
  try {
    const project = await requireProject(db, serviceIn(orgId), projectId);
    const {git, git_repository_id: repositoryId} = project;
    if (!git?.installationId || repositoryId === null) return;
    const followed = {id: projectId, git, orgId, repositoryId};
    // A check is written to the repository: a person who may only read the repository must not decide about a pull
    // request.
    const reached = await reachRepository(db, github, followed, "write");
    const {octokit, token} = await installationClient(github, git.installationId, repositoryId, {
      pull_requests: "read",
      checks: "write",
    });
    await preview(
      worker,
      github,
      {...reached, octokit, token},
      {orgId, project, repositoryId, pullNumber},
      signal,
    );
  } catch (error) {
    const isOver = error instanceof ServiceError && error.code === "not_found";
    if (error instanceof GithubFault && error.until)
      return enqueuePreview(db, {orgId, projectId, pullNumber}, error.until);
    if (isOver || (error instanceof GithubFault && !isRetryableFault(error)))
      return log.info({projectId, reason: error.message}, "a pull request was not previewed");
    throw error;
  }
}

/**
 * Queues the preview of a pull request: at most one job waits for it. An organization's previews run one after another,
 * because anybody can open pull requests of a public repository, and a worker has few places for such jobs.
 */
export async function enqueuePreview(
  db: Db,
  payload: JobPayload<"preview_pull">,
  runAt?: Date,
): Promise<void> {
  const key = `preview ${payload.projectId} ${payload.pullNumber}`;
  const queue = sql`${`previews ${payload.orgId}`}`;
  await enqueue(db, "preview_pull", payload, {key, queue, ...(runAt ? {runAt} : {})});
}

interface Asked {
  orgId: string;
  project: ProjectRow;
  repositoryId: string;
  pullNumber: number;
}

async function preview(
  worker: Pick<Worker, "db" | "memory" | "layers">,
  github: Github,
  reached: Reached,
  {orgId, project, repositoryId, pullNumber}: Asked,
  signal: AbortSignal,
): Promise<void> {
  const {octokit, name, branch, path, isPrivate} = reached;
  const pull = await sendRequest(octokit, REQUESTS.pull, {...name, pull_number: pullNumber});
  if (pull.state !== "open" || pull.base.ref !== branch) return;
  const {sha} = pull.head;
  const [before, after] = [await treeOf(reached, pull.base.sha), await treeOf(reached, sha)];
  if (before === after) return;
  const isFork = String(pull.head.repo?.id) !== repositoryId;
  const read = async (current: Graph) => {
    const tarball = await fetchTarball(github, reached.token, name, sha, signal);
    // Nobody has approved these files, so a preview reads nothing from a warehouse: columns have the types that the
    // layer knows.
    const findColumns = async () => columnsOfModels(current.models);
    const folder = {path, format: project.git?.format ?? "auto"};
    return readLayerOf(worker, orgId, tarball, folder, findColumns, signal);
  };
  const text = await writeCheckText(worker, orgId, project, {read, showsNames: isPrivate && !isFork});
  await writeCheck(reached, sha, project.id, text);
}

/** The tree below the path; `undefined` where the commit has none. */
async function treeOf({octokit, name, path}: Reached, sha: string): Promise<string | undefined> {
  const {tree} = await sendRequest(octokit, REQUESTS.commit, {...name, commit_sha: sha});
  return findTree(octokit, name, tree.sha, path);
}

async function writeCheckText(
  worker: Pick<Worker, "db" | "memory">,
  orgId: string,
  project: ProjectRow,
  {read, showsNames}: {read: (current: Graph) => Promise<ReadLayer>; showsNames: boolean},
): Promise<CheckText> {
  const {id: projectId, layer_version: version, git} = project;
  const current = await readGraph(worker.db, orgId, projectId, version);
  let layer: ReadLayer;
  try {
    layer = await read(current);
  } catch (error) {
    if (error instanceof LayerFault) return faultText(error.errors);
    if (error instanceof ServiceError && error.code === "invalid_request") return faultText([]);
    throw error;
  }
  const {graph} = keepRowAccess(current, layer.graph);
  // Only row access rules, which are stored here and not in the files, can be at fault, and the check does not reveal
  // them.
  if (checkGraph(graph).length > 0) return faultText([]);
  const [was, next] = [buildLayer(current), buildLayer(graph)];
  const asked = {orgId, projects: await projectsOf(worker, orgId), projectId};
  const known = new Set((await findBroken(worker, asked, was)).map(({id}) => id));
  const {isReplaced} = await checkQuestions(worker, {orgId, projectId}, next, layer.questions);
  const after = await findBroken(worker, asked, next, isReplaced);
  const broken = after.filter(({id}) => !known.has(id));
  const byType = Map.groupBy(broken, ({resourceType}) => resourceType);
  return changeText(
    {
      diff: diffGraphs(current, withRulesOf(current, graph)),
      broken: new Map([...byType].map(([type, all]) => [type, all.length])),
      otherSql: await countChangedSql(worker, {orgId}, projectId, was, next),
      notes: layer.notes,
    },
    {showsNames, holds: git?.onBreak === "hold"},
  );
}

/** The graph with the row access rules of the current one, so that no rule appears as a change. */
function withRulesOf({models: current}: Graph, graph: Graph): Graph {
  const rules = new Map(current.map(({name, rowAccess}) => [name, rowAccess]));
  const models = graph.models.map(({rowAccess: _, ...model}) => {
    const rowAccess = rules.get(model.name);
    return rowAccess ? {...model, rowAccess} : model;
  });
  return {...graph, models};
}

async function writeCheck(
  {octokit, name, path}: Reached,
  sha: string,
  projectId: string,
  text: CheckText,
): Promise<void> {
  const check = {name: `Semantic layer: ${path || "/"}`, status: "completed", ...text};
  const {check_runs: runs} = await sendRequest(octokit, REQUESTS.checkRuns, {
    ...name,
    commit_sha: sha,
    per_page: 100,
  });
  const known = runs.find(run => run.external_id === projectId);
  if (known) {
    await sendRequest(octokit, REQUESTS.changedCheckRun, {...name, check_run_id: known.id, ...check});
  } else {
    await sendRequest(octokit, REQUESTS.newCheckRun, {
      ...name,
      head_sha: sha,
      external_id: projectId,
      ...check,
    });
  }
}
