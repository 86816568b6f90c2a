import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {bundledProcfile} from "../../bin/pack/bundle.ts";
import {type ProcfileLine, parseProcfile} from "../../bin/start/procfile.ts";
import {bundlesDir} from "../../test/support/processes/bundle.ts";

/** The lines of the Procfile as an archive has them, which starts bundles. */
export async function shippedLines(): Promise<Record<string, ProcfileLine>> {
  const procfile = await readFile(join(import.meta.dir, "..", "..", "Procfile"), "utf8");
  return parseProcfile(bundledProcfile(procfile, await bundlesDir()));
}
