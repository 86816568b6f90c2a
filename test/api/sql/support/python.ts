import {existsSync} from "node:fs";

/** Debian's own Python, because the packages of drivers are installed for it. */
export const PYTHON = "/usr/bin/python3";

const FIND = "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))";

/** Whether all of these modules are installed. They are not loaded, because that would take seconds. */
export function hasPython(...modules: string[]): boolean {
  return existsSync(PYTHON) && Bun.spawnSync([PYTHON, "-c", FIND, ...modules]).exitCode === 0;
}
