import type {Octokit} from "@octokit/core";
import {Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/core/validate.ts";
import {type Github, GithubFault, orFault} from "../../shared/modeling/github/client.ts";
import type {RepositoryName} from "../../shared/modeling/github/tree.ts";

const MUTATION = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

const lenient = {additionalProperties: true} as const;
const Nullable = Type.Object({createCommitOnBranch: Type.Unknown()}, lenient);
const readAnswer = readerOf(
  Type.Object(
    {
      data: Type.Optional(Type.Union([Nullable, Type.Null()])),
      errors: Type.Optional(
        Type.Array(Type.Object({type: Type.Optional(Type.String()), message: Type.String()}, lenient)),
      ),
    },
    lenient,
  ),
  "GitHub's answer to createCommitOnBranch",
);
const readCommit = readerOf(
  Type.Object({commit: Type.Object({oid: Type.String()}, lenient)}, lenient),
  "GitHub's new commit",
);

/** The branch has moved: somebody else's commit came first. */
export class StaleHead extends Error {}

export interface NewCommit {
  branch: string;
  /** The commit on which this one is based. If the branch is at another commit by now, nothing is changed. */
  head: string;
  headline: string;
  body: string;
  files: readonly {path: string; text: string}[];
}

/**
 * Adds a commit to a branch, and returns its id. Rejects with `StaleHead` where the branch has moved, so that nobody's
 * commit is overwritten, and with `GithubFault`.
 * https://docs.github.com/en/graphql/reference/mutations#createcommitonbranch
 */
export async function commitOnBranch(
  {config}: Github,
  octokit: Octokit,
  {owner, repo}: RepositoryName,
  {branch, head, headline, body, files}: NewCommit,
): Promise<string> {
  // An Enterprise server has its GraphQL API beside its REST API.
  const url = `${config.apiUrl.replace(/\/api\/v3\/?$/, "/api")}/graphql`;
  const input = {
    branch: {repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch},
    message: {headline, body},
    expectedHeadOid: head,
    fileChanges: {
      additions: files.map(({path, text}) => ({path, contents: Buffer.from(text).toString("base64")})),
    },
  };
  const {data} = await orFault(() =>
    octokit.request({method: "POST", url, query: MUTATION, variables: {input}}),
  );
  const answer = readAnswer(data);
  const [error] = answer.errors ?? [];
  if (error?.type === "STALE_DATA" || /expected branch to point to/i.test(error?.message ?? ""))
    throw new StaleHead(error?.message);
  if (error?.type === "RATE_LIMITED")
    throw new GithubFault(
      "limited",
      "GitHub accepts no more requests for now.",
      new Date(Date.now() + 60_000),
    );
  if (error) throw new GithubFault("refused", `GitHub refused the commit: ${error.message}`);
  return readCommit(answer.data?.createCommitOnBranch).commit.oid;
}
