import type {DialectName} from "../../shared/semantic/compile.ts";
import {goldenPath, goldenText, readCorpus} from "./corpus.ts";

const DIALECTS: readonly DialectName[] = ["postgres", "duckdb", "mysql"];

// Writes the golden SQL of every case anew, of all dialects or of those named: `bun test/semantic/accept.ts duckdb`.
// Read the difference before committing it.
const wanted = process.argv.slice(2);
for (const file of await readCorpus()) {
  for (const dialect of DIALECTS) {
    if (wanted.length > 0 && !wanted.includes(dialect)) continue;
    await Bun.write(goldenPath(file.topic, dialect), goldenText(file, dialect));
  }
}
