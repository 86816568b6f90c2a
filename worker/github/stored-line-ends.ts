import type {Octokit} from "@octokit/core";
import {REQUESTS} from "../../shared/modeling/github/api-requests.ts";
import {GithubFault, sendRequest} from "../../shared/modeling/github/client.ts";
import type {RepositoryName} from "../../shared/modeling/github/tree.ts";

/**
 * The files with the line ends that they have in the repository at that commit. In an archive, git gives the line ends of
 * Windows to files whose attributes ask for them (`eol=crlf`), although the repository stores them with others.
 */
export async function withStoredLineEnds<F extends {path: string; text: string}>(
  octokit: Octokit,
  name: RepositoryName,
  commit: string,
  files: readonly F[],
): Promise<F[]> {
  return Promise.all(
    files.map(async file => {
      if (!file.text.includes("\r\n")) return file;
      const stored = await readStored(octokit, name, commit, file.path);
      const isConverted = stored !== undefined && stored !== "" && !stored.includes("\r\n");
      return isConverted ? {...file, text: file.text.replaceAll("\r\n", "\n")} : file;
    }),
  );
}

/** The text of a file; `undefined` for a new one, and `""` for one that is larger than GitHub shows. */
async function readStored(
  octokit: Octokit,
  name: RepositoryName,
  commit: string,
  path: string,
): Promise<string | undefined> {
  try {
    const {content} = await sendRequest(octokit, REQUESTS.file, {...name, path, ref: commit});
    return Buffer.from(content, "base64").toString();
  } catch (error) {
    if (error instanceof GithubFault && error.kind === "missing") return undefined;
    throw error;
  }
}
