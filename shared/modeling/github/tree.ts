import type {Octokit} from "@octokit/core";
import {REQUESTS} from "./api-requests.ts";
import {sendRequest} from "./client.ts";

export interface RepositoryName {
  owner: string;
  repo: string;
}

/** Splits `owner/name`. */
export function nameOf(repository: string): RepositoryName {
  const [owner = "", repo = ""] = repository.split("/");
  return {owner, repo};
}

/**
 * The id of the Git tree at a folder, `""` being the root; the id changes whenever a file in the folder changes.
 * `undefined` if there is no such folder. Sends one request per level.
 */
export async function findTree(
  octokit: Octokit,
  name: RepositoryName,
  rootTree: string,
  path: string,
): Promise<string | undefined> {
  let sha = rootTree;
  for (const step of path === "" ? [] : path.split("/")) {
    const {tree} = await sendRequest(octokit, REQUESTS.tree, {...name, tree_sha: sha});
    const found = tree.find(entry => entry.path === step && entry.type === "tree");
    if (!found) return undefined;
    sha = found.sha;
  }
  return sha;
}
