import {sql} from "../../shared/core/db.ts";
import {until} from "../support/until.ts";
import {type MailService, mailService} from "../worker/deliveries/service.ts";
import {type Provider, type ProviderOptions, startProvider} from "./provider/provider.ts";
import type {Turn} from "./provider/script.ts";

type Json = ReturnType<typeof JSON.parse>;

export interface AgentService extends MailService {
  provider: Provider;
  /** Creates an agent whose model has these turns. */
  agent(turns: readonly Turn[], body?: object, options?: {repeats?: boolean; token?: string}): Promise<Json>;
  /** Runs the agent by hand, and waits for the end of the run. */
  ran(agentId: string): Promise<Json>;
  /** Waits for the end of a run, and returns it. */
  runEnded(agentId: string, runId: string, token?: string): Promise<Json>;
  /** Makes the agent come due now, and waits for the end of its run. */
  comesDue(agentId: string): Promise<Json>;
  budget(): Promise<Json>;
  /** The grounding of one model of the shop. */
  orders: {resourceType: string; resourceId: string}[];
}

/** A call of the query tool for the orders by status: two rows, `open` with 1 and `paid` with 3. */
export const BY_STATUS = {
  name: "run_query",
  arguments: {
    model: "orders",
    dimensions: ["orders.status"],
    measures: ["orders.count"],
    orderBy: ["orders.status"],
  },
};

/** A report with one figure: the number of paid orders. */
export const PAID = {
  title: "Orders",
  sections: [{text: "Paid are {{paid}} orders."}],
  figures: [{id: "paid", value: "3", queryRunId: "$run1", row: 2, column: "orders.count"}],
};

export const answer = (given: unknown): Turn => ({calls: [{name: "give_answer", arguments: given}]});

/** The turns of a model that runs one query, and reports its result. */
export const GOOD: readonly Turn[] = [{text: "I look.", calls: [BY_STATUS]}, answer(PAID)];

/** The whole service with a provider of models whose turns the tests script. */
export async function agentService({
  environment = {},
  provider: options = {},
}: {
  environment?: Record<string, string>;
  provider?: ProviderOptions;
} = {}): Promise<AgentService> {
  const provider = startProvider(options);
  const t = await mailService({
    environment: {
      ANTHROPIC_API_KEY: "sk-test",
      ANTHROPIC_BASE_URL: provider.anthropicUrl,
      LLM_API_KEY: "sk-test",
      LLM_BASE_URL: provider.openAiUrl,
      // The default number of concurrent runs.
      WORKER_AGENT_CONCURRENCY: "8",
      ...environment,
    },
  });
  const orders = [{resourceType: "model", resourceId: `${t.shops.duckdb.projectId}/orders`}];
  let count = 0;
  const runEnded = async (agentId: string, runId: string, token = t.org.admin.token) => {
    const path = `/api/agents/${agentId}/runs/${runId}`;
    // Polls the database and not the service, which would use the processor that the run needs.
    await until(async () => {
      const {rows} =
        await sql`select from agent_runs where id = ${runId} and finished_at is not null`.execute(t.db);
      return rows.length > 0;
    });
    return (await t.call("GET", path, {token})).body;
  };
  return {
    ...t,
    provider,
    orders,
    runEnded,
    async agent(turns, body = {}, {repeats = false, token} = {}) {
      const instructions = `Task number ${++count}: look at the orders.`;
      provider.script(instructions, turns, {repeats});
      const given = {instructions, model: "anthropic/test", grounding: orders, ...body};
      return t.made("/api/agents", given, token);
    },
    async ran(agentId) {
      const {runId} = await t.made(`/api/agents/${agentId}/run`, {});
      return runEnded(agentId, runId);
    },
    async comesDue(agentId) {
      const before = (await t.call("GET", `/api/agents/${agentId}/runs`)).body[0]?.id;
      await sql`update cadences set next_at = date_trunc('minute', now()) where id = ${agentId}`.execute(
        t.db,
      );
      await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
      const due = await until(async () => {
        const last = (await t.call("GET", `/api/agents/${agentId}/runs`)).body[0];
        return last && last.id !== before ? last : undefined;
      });
      return runEnded(agentId, due.id);
    },
    async budget() {
      for (;;) {
        const {status, body} = await t.call("GET", `/api/orgs/${t.org.id}/llm-budget`);
        if (status === 200) return body;
        if (status !== 503) throw new Error(JSON.stringify(body));
        // A database that is too busy is called again after a moment, as the answer says.
        await Bun.sleep(200);
      }
    },
    async stop() {
      await t.stop();
      await provider.stop();
    },
  };
}
