import {isDeepStrictEqual} from "node:util";
import {ServiceError} from "../../core/errors.ts";
import type {ProjectGit, ProjectInput} from "./schemas.ts";

/** The repository to be followed by a project, after it was looked up. */
export interface CheckedGit {
  git: ProjectGit;
  /** `null` if no GitHub App is configured, so that nothing is followed. */
  repositoryId: string | null;
  /** Whether the repository and its settings are unchanged. */
  isUnchanged?: boolean;
}

/** The repository in a project's input; `null` if every field is empty. */
export function readGit(git: ProjectInput["git"]): ProjectGit {
  const {repository = "", branch = "", path = "", installationId = "", format, onBreak} = git ?? {};
  if (!repository) {
    if (!branch && !path && !installationId && !format && !onBreak) return null;
    throw faultAt("repository", "git.repository is needed where anything else of git is named.");
  }
  return {
    repository,
    ...(branch ? {branch} : {}),
    ...(path ? {path: folderOf(path)} : {}),
    ...(installationId ? {installationId: String(installationId)} : {}),
    ...(format ? {format} : {}),
    ...(onBreak ? {onBreak} : {}),
  };
}

/** A folder without slashes at its ends. */
function folderOf(path: string): string {
  const folder = path.replace(/^\/+|\/+$/g, "");
  const steps = folder.split("/");
  const isPlain = !steps.some(step => step === "" || step === "." || step === "..");
  if (folder === "" || (isPlain && !/[\\\0]/.test(folder))) return folder;
  throw faultAt(
    "path",
    `git.path is "${path}": a folder of the repository is needed, such as analytics/dbt.`,
  );
}

/** Whether both describe the same repository with the same settings; absent fields count as unchanged. */
export function isSameGit(given: ProjectGit, stored: ProjectGit): boolean {
  if (!given || !stored) return given === stored;
  const {branch = stored.branch, installationId = stored.installationId, ...others} = given;
  return isDeepStrictEqual(
    {...others, branch, installationId},
    {...stored, branch: stored.branch, installationId: stored.installationId},
  );
}

export function faultAt(field: string, message: string, cause?: unknown): ServiceError {
  return new ServiceError("invalid_request", message, {errors: [{path: `/git/${field}`, message}], cause});
}
