import pg from "pg";
import {load} from "../../client.ts";
import {say} from "../../progress.ts";
import {summaryOf} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {until} from "../../stage/processes.ts";
import {MODELS} from "../import.ts";
import {type GithubStage, pushAsk} from "./service.ts";

const STORM = 1000;
const LINES = 32;
const REPLACED_TEXT = "What the column number 0 says";

/** How long after the arrival of its archive a push is applied, and how many syncs a storm of pushes makes. */
export async function pushes(stage: GithubStage, quick: boolean): Promise<Row[]> {
  say(`a project of ${MODELS} models`);
  await stage.startWorker();
  const {api, repository, files} = stage;
  await repository.store.commit({files, message: "Begin"});
  const config = {path: "models.duckdb"};
  const connectionId = idOf(await api("/api/connections", {name: "Models", type: "duckdb", config}));
  const git = {repository: repository.fullName};
  const projectId = idOf(await api("/api/projects", {name: "Models", connectionId, git}));
  const client = new pg.Client({connectionString: stage.databaseUrl});
  await client.connect();
  try {
    const project: Project = {stage, client, projectId};
    await reaches(project, await repository.store.head("main"));
    const seconds: number[] = [];
    for (let i = 0; i < (quick ? 3 : 10); i++) seconds.push(await applied(project, i));
    const storms: {syncs: number; seconds: number}[] = [];
    for (let i = 0; i < (quick ? 1 : 3); i++) storms.push(await storm(project, i));
    const longest = summaryOf(storms.map(one => one.seconds)).median;
    return [
      rowOf(
        `push to ${MODELS} models: from the downloaded archive to the applied layer`,
        {atMost: 2, unit: "s"},
        summaryOf(seconds),
      ),
      rowOf(
        `syncs caused by ${STORM} pushes to one project`,
        {atMost: 10},
        summaryOf(storms.map(one => one.syncs)),
        `at the head after ${longest.toFixed(1)} s`,
      ),
    ];
  } finally {
    await client.end();
  }
}

interface Project {
  stage: GithubStage;
  client: pg.Client;
  projectId: string;
}

/** Pushes a change of one file; the seconds from the archive's last byte to the new layer. */
async function applied(project: Project, round: number): Promise<number> {
  const {stage} = project;
  let sentAt = 0;
  stage.github.hold = (_, path) => {
    if (path.includes("/_codeload/")) sentAt = performance.now();
    return undefined;
  };
  const head = await change(stage, `push ${round}`);
  await send(stage, [head]);
  await reaches(project, head);
  const took = (performance.now() - sentAt) / 1000;
  stage.github.hold = undefined;
  return took;
}

/** Announces a thousand pushes at once; the last is the branch's head. */
async function storm(project: Project, round: number): Promise<{syncs: number; seconds: number}> {
  const {stage, client} = project;
  const count = async () => (await client.query("select from project_syncs")).rowCount ?? 0;
  const before = await count();
  const commits = await changes(stage, round);
  const head = commits.at(-1) ?? "";
  const startedAt = performance.now();
  await send(stage, commits);
  await reaches(project, head);
  const seconds = (performance.now() - startedAt) / 1000;
  await until("the jobs end", async () => {
    const {rowCount} = await client.query(`
      select from graphile_worker.jobs where task_identifier in ('take_github_delivery', 'sync_project') limit 1`);
    return rowCount === 0 ? true : undefined;
  });
  await reaches(project, head);
  return {syncs: (await count()) - before, seconds};
}

async function change({repository, files}: GithubStage, description: string): Promise<string> {
  const path = "models/marts/model_1.yml";
  const text = (files[path] ?? "").replace(REPLACED_TEXT, `${REPLACED_TEXT} in ${description}`);
  return repository.store.commit({files: {...files, [path]: text}, message: description});
}

/** A thousand commits, each with another text of one file. Returns their ids, oldest first. */
async function changes({repository: {store}, files}: GithubStage, round: number): Promise<string[]> {
  const path = "models/marts/model_1.yml";
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const from = await store.head("main");
  const stream = Array.from({length: STORM}, (_, i) => {
    const text = (files[path] ?? "").replace(REPLACED_TEXT, `${REPLACED_TEXT} in storm ${round}, ${i}`);
    const begin = `commit refs/heads/main\ncommitter Ann <ann@example.com> ${1_770_000_000 + i} +0000\n${data(`Push ${i}`)}`;
    return `${begin}${i === 0 ? `from ${from}\n` : ""}M 100644 inline ${path}\n${data(text)}`;
  });
  await store.git(["fast-import", "--quiet", "--force"], stream.join(""));
  return (await store.git(["rev-list", "--reverse", `${from}..main`])).trim().split("\n");
}

async function send({address, repository}: GithubStage, commits: readonly string[]): Promise<void> {
  const asks = commits.map(commit => pushAsk(address, "/api/webhooks/github", repository.id, commit));
  await load(asks, {clients: Math.min(LINES, asks.length), ms: 60_000, count: asks.length});
}

/** Waits until the layer is that of the commit. */
async function reaches({client, projectId}: Project, commit: string): Promise<void> {
  for (const end = Date.now() + 60_000; ; await Bun.sleep(3)) {
    const {rowCount} = await client.query("select from projects where id = $1 and git_commit = $2", [
      projectId,
      commit,
    ]);
    if (rowCount) return;
    if (Date.now() > end) {
      const {rows} = await client.query(
        "select status, error, errors from project_syncs order by id desc limit 1",
      );
      throw new Error(`The project does not reach ${commit}: ${JSON.stringify(rows)}`);
    }
  }
}

function idOf(answer: unknown): string {
  if (typeof answer === "object" && answer !== null && "id" in answer) return String(answer.id);
  throw new Error("The answer has no id");
}
