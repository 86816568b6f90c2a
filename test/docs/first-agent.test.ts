import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdir, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type MailService, mailService} from "../worker/deliveries/service.ts";
import {readPage, shellBlocks} from "./pages.ts";

let t: MailService;
let server: ReturnType<typeof Bun.serve>;
let folder: string;

beforeAll(async () => {
  t = await mailService();
  server = Bun.serve({port: 0, hostname: "127.0.0.1", fetch: request => t.app.handle(request)});
  folder = await mkdtemp(join(tmpdir(), "readme-"));
  await mkdir(join(folder, ".data"));
  await Bun.write(join(folder, ".data", "admin-token"), t.org.admin.token);
});

afterAll(async () => {
  await server?.stop(true);
  await t?.stop();
  if (folder) await rm(folder, {recursive: true});
});

test("the README's agent, without a provider, ends with the service's own sentence and nothing else", async () => {
  const readme = readPage("README.md");
  const [shorthands = ""] = shellBlocks(readme.split("## First answers")[1] ?? "");
  const [example = ""] = shellBlocks(readme.split("## A first agent")[1] ?? "");
  const script = `${shorthands}\n${example}`.replaceAll("http://127.0.0.1:3000", server.url.origin);
  const shell = Bun.spawn(["bash", "-c", script], {cwd: folder, stdout: "pipe", stderr: "pipe"});
  const [code, output, errors] = await Promise.all([shell.exited, shell.stdout.text(), shell.stderr.text()]);
  const agents = await t.call("GET", "/api/agents");
  const refused = await t.call("POST", `/api/agents/${agents.body[0].id}/run`);
  expect(refused.status).toBe(422);
  expect({output, errors}).toEqual({output: "", errors: `${refused.body.detail}\n`});
  expect(code).not.toBe(0);
});
