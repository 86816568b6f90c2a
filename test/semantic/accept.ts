import {DIALECT_NAMES, goldenPath, goldenText, readCorpus} from "./corpus.ts";

// Writes the golden SQL of every case anew, of all dialects or of those named: `bun test/semantic/accept.ts duckdb`.
// Read the difference before committing it.
const wanted = process.argv.slice(2);
for (const file of await readCorpus()) {
  for (const dialect of DIALECT_NAMES) {
    if (wanted.length > 0 && !wanted.includes(dialect)) continue;
    await Bun.write(goldenPath(file.topic, dialect), goldenText(file, dialect));
  }
}
