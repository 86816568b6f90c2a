import {afterEach, expect, test} from "bun:test";
import {readConfig} from "../../shared/core/config.ts";
import {modelOf} from "../../worker/agent-runs/provider.ts";

const before = process.env["ANTHROPIC_BASE_URL"];
afterEach(() => {
  if (before === undefined) delete process.env["ANTHROPIC_BASE_URL"];
  else process.env["ANTHROPIC_BASE_URL"] = before;
});

test("an empty ANTHROPIC_BASE_URL counts as not set, also for the provider's package", () => {
  process.env["ANTHROPIC_BASE_URL"] = "";
  const {llm} = readConfig({
    DATABASE_URL: "postgres://a@127.0.0.1/b",
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    ANTHROPIC_API_KEY: "sk-test",
    ANTHROPIC_BASE_URL: "",
  });
  expect(modelOf(llm, "anthropic/some-model")).toMatchObject({modelId: "some-model"});
});
