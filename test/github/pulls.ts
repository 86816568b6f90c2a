import type {Repository} from "./repository.ts";
import type {StoredRepository} from "./stand-in.ts";

/** Pull requests and commits as GitHub's API has them, over a git repository. */

export interface StoredPull {
  number: number;
  /** The branch of the changes, in this repository or in a fork. */
  branch: string;
  base: string;
  state: "open" | "closed";
  fork?: boolean;
  title?: string;
  body?: string | null;
  mergedAt?: string;
  mergeCommit?: string;
}

export function problem(status: number, message: string): Response {
  return Response.json({message, documentation_url: "https://docs.github.com/rest"}, {status});
}

/** Answers a request about pull requests. `canWrite`: the token may create and change them. */
export async function pulls(
  repository: StoredRepository,
  path: string,
  request: Request,
  canWrite: boolean,
): Promise<Response> {
  const url = new URL(request.url);
  const {pulls: all} = repository;
  const view = (pull: StoredPull, isWhole = false) => viewPull(repository, pull, isWhole);
  if (request.method !== "GET" && !canWrite) return problem(403, "Resource not accessible by integration");
  const number = /^\/pulls\/(\d+)$/.exec(path)?.[1];
  if (number !== undefined) {
    const found = all.find(pull => pull.number === Number(number));
    if (!found) return problem(404, "Not Found");
    if (request.method === "PATCH") Object.assign(found, JSON.parse(await request.text()));
    return Response.json(await view(found, true));
  }
  if (path === "/pulls" && request.method === "POST") {
    const {head, base, title, body}: {head: string; base: string; title: string; body: string} = JSON.parse(
      await request.text(),
    );
    if (all.some(pull => pull.branch === head && pull.state === "open"))
      return problem(422, `Validation Failed: A pull request already exists for acme:${head}.`);
    const made: StoredPull = {number: all.length + 1, branch: head, base, state: "open", title, body};
    all.push(made);
    return Response.json(await view(made, true), {status: 201});
  }
  if (path === "/pulls") {
    const headBranch = url.searchParams.get("head")?.split(":")[1];
    const found = all.filter(pull => pull.branch === headBranch);
    return Response.json(await Promise.all(found.map(pull => view(pull))));
  }
  const views = await Promise.all(all.map(pull => view(pull)));
  return Response.json(views.filter(({head}) => path === `/commits/${head.sha}/pulls`));
}

async function viewPull({store, id, fullName}: StoredRepository, pull: StoredPull, isWhole: boolean) {
  const {number, branch, base, state, fork, title = "A change", body = null, mergedAt, mergeCommit} = pull;
  const head = (
    await store.git(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`], "", true)
  ).trim();
  return {
    number,
    state,
    title,
    body,
    html_url: `https://github.test/${fullName}/pull/${number}`,
    merged_at: mergedAt ?? null,
    closed_at: state === "closed" ? (mergedAt ?? new Date().toISOString()) : null,
    merge_commit_sha: mergeCommit ?? null,
    head: {sha: head, repo: {id: fork ? id + 1_000_000 : id}},
    base: {ref: base, sha: await store.head(base)},
    ...(isWhole ? {mergeable: state === "open" ? await isMergeable(store, pull) : null} : {}),
  };
}

async function isMergeable(store: Repository, {branch, base}: StoredPull): Promise<boolean> {
  return (await store.git(["merge-tree", "--write-tree", base, branch], "", true)) !== "";
}

/** Merges a pull request as a person does at GitHub. Returns the merge commit. */
export async function merge({store, pulls: all}: StoredRepository, number: number): Promise<string> {
  const pull = all.find(one => one.number === number);
  if (!pull) throw new Error(`There is no pull request ${number}`);
  const {branch, base} = pull;
  const tree = (await store.git(["merge-tree", "--write-tree", base, branch])).trim();
  const parents = [await store.head(base), await store.head(branch)].flatMap(sha => ["-p", sha]);
  const by = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const sha = (
    await store.git([...by, "commit-tree", tree, ...parents, "-m", `Merge pull request #${number}`])
  ).trim();
  await store.git(["update-ref", `refs/heads/${base}`, sha]);
  Object.assign(pull, {state: "closed", mergedAt: new Date().toISOString(), mergeCommit: sha});
  return sha;
}

interface Input {
  branch: {repositoryNameWithOwner: string; branchName: string};
  message: {headline: string; body: string};
  expectedHeadOid: string;
  fileChanges: {additions: {path: string; contents: string}[]};
}

/** https://docs.github.com/en/graphql/reference/mutations#createcommitonbranch */
export async function createCommit({store}: StoredRepository, input: Input): Promise<Response> {
  const {branch, message, expectedHeadOid: head, fileChanges} = input;
  const now = (
    await store.git(["rev-parse", "--verify", "--quiet", `refs/heads/${branch.branchName}`], "", true)
  ).trim();
  const refused = (type: string, text: string) =>
    Response.json({
      data: {createCommitOnBranch: null},
      errors: [{type, path: ["createCommitOnBranch"], message: text}],
    });
  if (!now) return refused("NOT_FOUND", `Branch ${branch.branchName} not found`);
  if (now !== head)
    return refused("STALE_DATA", `Expected branch to point to "${head}" but it did not. Pull and try again.`);
  const files = fileChanges.additions.map(({path, contents}) => ({
    path,
    bytes: Buffer.from(contents, "base64"),
  }));
  const oid = await store.change(branch.branchName, head, `${message.headline}\n\n${message.body}`, files);
  return Response.json({data: {createCommitOnBranch: {commit: {oid}}}});
}
