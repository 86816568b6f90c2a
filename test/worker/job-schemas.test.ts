import {expect, test} from "bun:test";
import {JOBS} from "../../shared/core/jobs.ts";

test.each(Object.entries(JOBS))(
  "the schema of a %s has no formats of texts, which workers do not know",
  (_, schema) => {
    expect(JSON.stringify(schema)).not.toContain('"format"');
  },
);
