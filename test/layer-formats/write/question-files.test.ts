import {expect, test} from "bun:test";
import {gzipSync} from "node:zlib";
import {writeLayer} from "../../../shared/modeling/layer-formats/write-layer.ts";
import {tarOf} from "../../support/archives.ts";

const ENTRY = {question: "How many?", query: {model: "orders", measures: ["orders.count"]}};

test("a file of verified questions that is not UTF-8 is not written over", async () => {
  const path = "verified_questions.yml";
  const body = gzipSync(tarOf([{path: `shop/${path}`, content: new Uint8Array([0xff, 0xfe, 0x61])}]));
  const {refused} = (await writeLayer({
    body: body.toString("base64"),
    repository: {path: "", format: "dbt"},
    changes: [],
    questions: JSON.stringify([ENTRY]),
    rules: {models: []},
  })) as {refused: string};
  expect(refused).toContain(path);
  expect(refused).toContain("not UTF-8");
});
