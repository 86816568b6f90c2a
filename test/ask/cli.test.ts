import {afterAll, beforeAll, expect, test} from "bun:test";
import {join} from "node:path";
import {answer, BY_STATUS} from "../agents/service.ts";
import {ANSWER, type AskService, askService} from "./service.ts";

const program = join(import.meta.dir, "..", "..", "bin", "analytics.ts");

let t: AskService;
let address: string;

beforeAll(async () => {
  t = await askService();
  t.app.listen({port: 0, hostname: "127.0.0.1"});
  address = `http://127.0.0.1:${t.app.server?.port}`;
});

afterAll(async () => {
  await t?.app.stop();
  await t?.stop();
});

async function asked(...args: string[]) {
  const child = Bun.spawn([process.execPath, program, "ask", ...args], {
    env: {ANALYTICS_URL: address, ANALYTICS_TOKEN: t.org.admin.token},
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return {out, err, code};
}

const QUESTION = "How many orders are paid, asked from a terminal?";

test("the command line prints the answer on one output, and its progress on the other", async () => {
  t.provider.script(`The question:\n${QUESTION}`, [{calls: [BY_STATUS]}, answer(ANSWER)]);
  const {out, err, code} = await asked(QUESTION);
  expect({out, code}).toEqual({out: "Paid are 3 orders.\n", code: 0});
  expect(err).toContain("And how much are they?");
  const [, conversationId] = /--conversation (conv_\w+)/.exec(err) ?? [];
  const further = "And last year, asked from a terminal?";
  const clarify = {text: "Of which year?", choices: ["Of 2025?", "Of the last twelve months?"]};
  t.provider.script(`The question:\n${further}`, [answer({text: "", figures: [], clarify})]);
  const second = await asked(further, "--conversation", conversationId ?? "");
  expect(second.out).toBe("Of which year?\n- Of 2025?\n- Of the last twelve months?\n");
  expect(second.code).toBe(0);
});

test("the command line ends with 1 if there is no answer, and prints the run as JSON", async () => {
  const question = "What fails, asked from a terminal?";
  t.provider.script(`The question:\n${question}`, [{fault: {status: 401}}]);
  const {out, err, code} = await asked(question, "--format", "json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({status: "failed", answer: null});
  expect(err).toContain("failed: The provider of anthropic/test refused the key (401).");
});
