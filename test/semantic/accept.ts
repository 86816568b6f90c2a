import {compile} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer.ts";
import {contextOf, goldenPath, goldenText, readCorpus} from "./corpus.ts";

// Writes the golden SQL of every case anew: run it, then read the difference before committing it.
for (const file of await readCorpus()) {
  const layer = buildLayer(file.layer);
  for (const dialect of ["postgres", "duckdb"] as const) {
    const texts = file.cases.map(one => {
      const {sql, parameters} = compile(layer, one.query, contextOf(one, dialect));
      return goldenText(one.name, sql, parameters);
    });
    await Bun.write(goldenPath(file.topic, dialect), texts.join("\n"));
  }
}
