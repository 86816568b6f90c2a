import {openAllEngines, RUNNABLE} from "../all-engines.ts";
import {compareSeed} from "./differential.ts";

// As many random layers as wanted, on all engines that are installed or on those named:
// `bun test/semantic/differential/run.ts <first seed> <seeds> [queries each] [tree|star] [funnels and retentions each] [engine …]`.
// A seed that differs is told and does not end the run.
const [first = "1", seeds = "100", queries = "20", shape = "tree", journeys = "2", ...named] =
  process.argv.slice(2);
const known = RUNNABLE.map(({label}) => label);
for (const label of named) {
  if (!known.includes(label)) throw new Error(`"${label}" is none of ${JSON.stringify(known)}`);
}
const engines = [...(await openAllEngines(named.length > 0 ? named : undefined)).values()];
if (engines.length === 0) throw new Error("none of these engines is installed");
const sum = {passed: 0, refused: 0, engineFaults: 0, seedsThatDiffer: 0};
const started = performance.now();
try {
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
    try {
      const tally = await compareSeed(
        engines,
        seed,
        Number(queries),
        shape === "star" ? "star" : "tree",
        Number(journeys),
      );
      sum.passed += tally.passed;
      sum.refused += tally.refused;
      sum.engineFaults += tally.engineFaults;
    } catch (fault) {
      sum.seedsThatDiffer++;
      process.stdout.write(`${String(fault)}\n`);
    }
  }
} finally {
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${JSON.stringify({...sum, seconds})}\n`);
  await Promise.all(engines.map(engine => engine.close()));
}
process.exitCode = sum.seedsThatDiffer > 0 ? 1 : 0;
