import {storeLayer, type UnderWay} from "../../../shared/automation/evaluations/step.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {GithubFault} from "../../../shared/modeling/github/client.ts";
import {columnsOfModels} from "../../../shared/modeling/layer-formats/common/column-types.ts";
import {keepRowAccess} from "../../../shared/modeling/layer-formats/keep-row-access.ts";
import {projectsOf} from "../../../shared/querying/layers/query-caches.ts";
import {readGraph} from "../../../shared/querying/layers/stored-graph.ts";
import {checkGraph} from "../../../shared/semantic/layers.ts";
import {requireProject} from "../../../shared/tenancy/projects/find.ts";
import {serviceIn} from "../../github/apply-sync.ts";
import {type Reached, reachRepository, readCommit, readHead} from "../../github/read-commit.ts";
import {LayerFault, readLayerOf} from "../../github/read-layer.ts";
import {fetchTarball} from "../../github/tarball.ts";
import type {Worker} from "../../worker.ts";
import {withProjectRules} from "./project-rules.ts";

export type LayerReader = Pick<Worker, "db" | "github" | "layers" | "memory">;

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Reads the layer at the ref of an evaluation, and stores the layer with the evaluation. Nothing is read from the
 * warehouse, as for the preview of a pull request. The layer's models have the project's rules of row access. Rejects with
 * `invalid_request` where there is no such ref, or its files are at fault; with `GithubFault` where a retry can help.
 */
export async function readEvaluatedLayer(
  worker: LayerReader,
  evaluation: UnderWay,
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const {db} = worker;
  const {orgId, projectId} = evaluation;
  try {
    const project = await requireProject(db, serviceIn(orgId), projectId);
    const {git, git_repository_id: repositoryId, layer_version: version} = project;
    const {github} = worker;
    const dialect = (await projectsOf(worker, orgId)).get(projectId)?.dialect;
    if (!github || !git || repositoryId === null || !dialect)
      throw new LayerFault("The project follows no repository.", []);
    const reached = await reachRepository(db, github, {id: projectId, git, orgId, repositoryId});
    const {sha} = await readCommit(reached, await findCommit(reached, ref));
    const tarball = await fetchTarball(github, reached.token, reached.name, sha, signal);
    const current = await readGraph(db, orgId, projectId, version);
    const folder = {path: reached.path, format: git.format ?? "auto"};
    const findColumns = async () => columnsOfModels(current.models);
    const read = await readLayerOf(worker, orgId, tarball, folder, findColumns, signal);
    const {graph} = keepRowAccess(current, withProjectRules(current, read.graph, dialect));
    const faults = checkGraph(graph);
    if (faults.length > 0)
      throw new LayerFault(
        `${faults.length} faults were found in the layer.`,
        faults.map(({message}) => ({message, file: ""})),
      );
    await storeLayer(db, evaluation, graph, sha);
  } catch (error) {
    throw refusalOf(error, ref);
  }
}

/** The commit at the head of the branch, or the commit itself. */
async function findCommit(reached: Reached, ref: string): Promise<string> {
  try {
    return await readHead({...reached, branch: ref});
  } catch (error) {
    if (error instanceof GithubFault && error.kind === "missing" && COMMIT.test(ref)) return ref;
    throw error;
  }
}

function refusalOf(error: unknown, ref: string): unknown {
  if (error instanceof LayerFault) {
    const [first] = error.errors;
    const where = first ? ` ${first.file ? `${first.file}: ` : ""}${first.message}` : "";
    return new ServiceError(
      "invalid_request",
      `The layer at "${ref}" cannot be read: ${error.message}${where}`,
    );
  }
  if (error instanceof GithubFault && ["missing", "refused"].includes(error.kind)) {
    return new ServiceError("invalid_request", `The layer at "${ref}" cannot be read: ${error.message}`);
  }
  return error;
}
