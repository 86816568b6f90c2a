import {readCorpus} from "./corpus.ts";
import {goldenPath, goldenText} from "./golden.ts";

// Rewrites the golden SQL of every topic, or of the topics named: `bun test/semantic/accept.ts funnels`. Review the diff
// before you commit it.
const named = process.argv.slice(2);
for (const file of await readCorpus()) {
  if (named.length > 0 && !named.includes(file.topic)) continue;
  await Bun.write(goldenPath(file.topic), goldenText(file));
}
