import {isPassingFault} from "../../shared/core/network.ts";
import {type Github, GithubFault, limitEnd} from "../../shared/modeling/github/client.ts";
import type {RepositoryName} from "../../shared/modeling/github/tree.ts";

/**
 * The most bytes of an archive as it is sent; `shared/modeling/layer-formats/archive/files.ts` limits the unpacked
 * files.
 */
const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/**
 * The files of a commit as GitHub's archive. GitHub redirects to another host for it; that one redirect is followed,
 * without the token, and no other. Rejects with `GithubFault`.
 */
export async function fetchTarball(
  {config}: Github,
  token: string,
  {owner, repo}: RepositoryName,
  sha: string,
  stopping: AbortSignal,
): Promise<Uint8Array> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
  const address = `${config.apiUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/tarball/${sha}`;
  const headers = {authorization: `Bearer ${token}`, "user-agent": "analytics-service"};
  const first = await reach(address, {headers, signal});
  if (first.status === 200) return readBounded(first, signal);
  const location = first.headers.get("location");
  await first.body?.cancel();
  if (first.status < 300 || first.status >= 400 || location === null) throw faultOf(first);
  const target = URL.parse(location, address);
  if (!target || !isGithubs(target, config))
    throw new GithubFault(
      "refused",
      `GitHub redirects to ${target?.host ?? "no address"} for its archive, and nothing is fetched from there.`,
    );
  const second = await reach(target.href, {headers: {"user-agent": "analytics-service"}, signal});
  if (second.status === 200) return readBounded(second, signal);
  await second.body?.cancel();
  throw faultOf(second);
}

/**
 * Whether the host is GitHub's: the API's, that of its pages, or one of these after `codeload.`, as documented for
 * archives.
 */
function isGithubs({protocol, host}: URL, {apiUrl, webUrl}: Github["config"]): boolean {
  const [api, web] = [new URL(apiUrl), new URL(webUrl)];
  return protocol === api.protocol && [api.host, web.host, `codeload.${web.host}`].includes(host);
}

async function reach(
  address: string,
  {headers, signal}: {headers: Record<string, string>; signal: AbortSignal},
) {
  try {
    return await fetch(address, {headers, signal, redirect: "manual"});
  } catch (error) {
    throw new GithubFault("unavailable", "GitHub's archive could not be fetched.", undefined, error);
  }
}

async function readBounded(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      signal.throwIfAborted();
      size += part.byteLength;
      if (size > MAX_BYTES) break;
      parts.push(part);
    }
  } catch (error) {
    throw new GithubFault("unavailable", "The download of GitHub's archive was cut off.", undefined, error);
  }
  if (size > MAX_BYTES)
    throw new GithubFault("refused", `The repository's archive has more than ${MAX_BYTES / 1024 / 1024} MB.`);
  return Buffer.concat(parts);
}

function faultOf({status, headers}: Response): GithubFault {
  const until = limitEnd(status, Object.fromEntries(headers), "");
  if (until) return new GithubFault("limited", "GitHub accepts no more requests for now.", until);
  if (status === 404) return new GithubFault("missing", "GitHub has no archive of the commit.");
  const kind = isPassingFault(status) ? "unavailable" : "refused";
  return new GithubFault(kind, `GitHub gave no archive of the commit (${status}).`);
}
