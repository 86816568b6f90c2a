import {goldenPath, goldenText, readCorpus} from "./corpus.ts";

// Writes the golden SQL of every case anew: run it, then read the difference before committing it.
for (const file of await readCorpus()) {
  for (const dialect of ["postgres", "duckdb", "mysql"] as const) {
    await Bun.write(goldenPath(file.topic, dialect), goldenText(file, dialect));
  }
}
