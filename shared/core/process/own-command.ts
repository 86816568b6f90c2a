import {existsSync} from "node:fs";
import {join, resolve} from "node:path";

const OWN_ROOT = resolve(import.meta.dir, "../../..");

const SCRIPTS = {
  start: "npm start",
  "org-create": "npm run org:create",
  "org-delete": "npm run org:delete",
} as const;

/**
 * The command line of one of the service's commands, for messages to operators: with `bin/analytics` in an archive, which
 * brings its own runtime, and with npm in a checkout.
 */
export function ownCommand(name: keyof typeof SCRIPTS, options = "", root: string = OWN_ROOT): string {
  if (existsSync(join(root, "runtime", "bun")))
    return `bin/analytics ${[name, options].filter(Boolean).join(" ")}`;
  return `${SCRIPTS[name]}${options === "" ? "" : ` -- ${options}`}`;
}
