import type {DialectName} from "../../../shared/semantic/dialects/dialect.ts";
import {openAllEngines, RUNNABLE} from "../all-engines.ts";
import {searchDifferences} from "./search.ts";

// Random queries on one engine, until so many of the new kinds were answered as row by row:
// `bun test/semantic/differential/run.ts <engine> [first seed] [queries] [kind]`, with the addresses of its server in the
// environment as `bin/test.ts` gives them. A difference is told and does not end the run.
const [name = "", from = "1", wanted = "1000", kind = ""] = process.argv.slice(2);
const known = new Set<DialectName>(RUNNABLE.map(({dialect}) => dialect));
const labels = RUNNABLE.filter(({dialect, open}) => dialect === name && open).map(({label}) => label);
if (labels.length === 0)
  throw new Error(`"${name}" is none of ${[...known].join(", ")}, or is not installed`);
const engines = [...(await openAllEngines(labels)).values()];
try {
  const {differences} = await searchDifferences(engines, {
    from: Number(from),
    wanted: Number(wanted),
    kind,
    say: line => process.stdout.write(`${line}\n`),
  });
  process.exitCode = differences > 0 ? 1 : 0;
} finally {
  await Promise.all(engines.map(engine => engine.close()));
}
