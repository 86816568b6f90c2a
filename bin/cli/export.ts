import type {Command} from "./command.ts";
import {EXIT, UsageError} from "./errors.ts";
import {writeText} from "./files.ts";
import {printMessages, responseWriter} from "./output.ts";
import {responseText} from "./service.ts";

export const exportLayer: Command = {
  takes: "",
  words: [0, 0],
  summary: "Prints the project's layer: as Ossie (YAML), or as the graph that layer apply takes.",
  about: [],
  options: {
    as: {type: "string", value: "FORM", help: "ossie (default) or graph."},
    out: {type: "string", short: "o", value: "FILE", help: "Writes the layer into this file."},
  },
  async run({service, flags}) {
    if (flags.has("format")) {
      throw new UsageError(
        "A layer has no --format: export gives it with --as ossie (YAML) or --as graph (JSON). Rows as CSV: analytics query … --format csv.",
      );
    }
    const as = flags.text("as") ?? "ossie";
    if (as !== "ossie" && as !== "graph") throw new UsageError("--as is ossie or graph.");
    const answer = await service.ask("GET", `${await service.projectPath()}/layer?format=${as}`, {
      accept: "*/*",
    });
    const body = await responseText(answer);
    const text = as === "graph" ? `${JSON.stringify(JSON.parse(body), null, 2)}\n` : body;
    const out = flags.text("out");
    if (out === undefined) await responseWriter()(text);
    else {
      await writeText(out, text);
      printMessages(`The layer is in ${out}`);
    }
    return EXIT.ok;
  },
};
