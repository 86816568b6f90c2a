import {openAllEngines, RUNNABLE} from "../all-engines.ts";
import {searchDifferences} from "./search.ts";

// Runs random queries on some engines until the given number of queries of the new kinds has passed on each engine:
// `bun test/semantic/differential/run.ts <engine>[,<engine>…] [first seed] [queries] [kind]`. The addresses of the
// servers are in the environment, as `bin/test.ts` passes them. A difference is printed and does not end the run.
const [names = "", from = "1", required = "1000", kind = ""] = process.argv.slice(2);
const dialects = new Map(
  names
    .split(",")
    .map(name => [name, RUNNABLE.filter(({dialect, open}) => dialect === name && open !== undefined)]),
);
for (const [name, labels] of dialects) {
  if (labels.length > 0) continue;
  const known = new Set(RUNNABLE.map(({dialect}) => dialect));
  throw new Error(`"${name}" is none of ${[...known].join(", ")}, or is not installed`);
}
const engines = await openAllEngines([...dialects.values()].flat().map(({label}) => label));
try {
  const variants = [...dialects.values()].map(labels =>
    labels.flatMap(({label}) => engines.get(label) ?? []),
  );
  const {differences} = await searchDifferences(variants, {
    from: Number(from),
    required: Number(required),
    kind,
    report: line => process.stdout.write(`${line}\n`),
  });
  process.exitCode = differences > 0 ? 1 : 0;
} finally {
  await Promise.all([...engines.values()].map(engine => engine.close()));
}
