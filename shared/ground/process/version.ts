import {readFileSync} from "node:fs";
import {join} from "node:path";
import manifest from "../../../package.json";

const HASH = /^[0-9a-f]{40}$/;

export const {version} = manifest;

/** The commit of the release; `null` where it is not known, as in a copy of the files without their history. */
export const commit = readCommit();

/** The file gets the commit's name from `git archive`. In a checkout git is asked. */
function readCommit(): string | null {
  const exported = readFileSync(join(import.meta.dir, "commit.txt"), "utf8").trim();
  if (HASH.test(exported)) return exported;
  if (Bun.which("git") === null) return null;
  const asked = Bun.spawnSync(["git", "rev-parse", "HEAD"], {
    cwd: import.meta.dir,
    env: {},
    stderr: "ignore",
  });
  const answer = asked.stdout.toString().trim();
  return HASH.test(answer) ? answer : null;
}
