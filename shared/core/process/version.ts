import {readFileSync} from "node:fs";
import {join} from "node:path";
import manifest from "../../../package.json";

const HASH = /^[0-9a-f]{40}$/;

export const {version} = manifest;

/** The commit of the release; `null` where it is not known, as in a copy of the files without their history. */
export const commit = readCommit();

/** Reads the commit from a file that `git archive` fills in or, in a checkout, from git. */
function readCommit(): string | null {
  const exported = readFileSync(join(import.meta.dir, "commit.txt"), "utf8").trim();
  if (HASH.test(exported)) return exported;
  if (Bun.which("git") === null) return null;
  const head = Bun.spawnSync(["git", "rev-parse", "HEAD"], {
    cwd: import.meta.dir,
    env: {},
    stderr: "ignore",
  });
  const answer = head.stdout.toString().trim();
  return HASH.test(answer) ? answer : null;
}
