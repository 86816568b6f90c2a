import {expect, test} from "bun:test";
import {JOBS} from "../../shared/ground/jobs.ts";

test.each(Object.entries(JOBS))("a %s is read by workers, which know no formats of texts", (_, schema) => {
  expect(JSON.stringify(schema)).not.toContain('"format"');
});
