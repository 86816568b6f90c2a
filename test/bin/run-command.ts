import {join} from "node:path";

const root = join(import.meta.dir, "..", "..");

/** Runs a command of `bin/` to its end, in the given environment and without the tests' own database. */
export async function runCommand(
  command: readonly string[],
  environment: Record<string, string>,
): Promise<{code: number; out: string; errors: string}> {
  const {DATABASE_URL: _url, ENCRYPTION_KEY: _key, ...inherited} = process.env;
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: {...inherited, ...environment},
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return {code, out, errors};
}
