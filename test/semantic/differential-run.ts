import {compareSeed} from "./differential.ts";
import {openEngines} from "./engines.ts";

// As many random layers as wanted: `bun test/semantic/differential-run.ts <first seed> <seeds> [queries each]`.
const [first = "1", seeds = "100", queries = "20"] = process.argv.slice(2);
const engines = await openEngines();
let passed = 0;
let refused = 0;
try {
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
    const tally = await compareSeed(engines, seed, Number(queries));
    passed += tally.passed;
    refused += tally.refused;
  }
} finally {
  process.stdout.write(`${passed} comparisons passed, ${refused} refused for want of a key\n`);
  await Promise.all(engines.map(engine => engine.close()));
}
