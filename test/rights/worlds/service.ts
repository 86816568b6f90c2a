import {type Provider, startProvider} from "../../agents/provider/provider.ts";
import type {TestOrg} from "../../support/app.ts";
import {addTeam} from "../../support/people.ts";
import {smtpServer, type TestSmtp} from "../../support/smtp.ts";
import {type TestService, testService} from "../../support/worker.ts";
import {EMPLOYEES_GRAPH, ORDERS_GRAPH, writeRows} from "./rows.ts";

export type Json = ReturnType<typeof JSON.parse>;

export interface Service {
  t: TestService;
  smtp: TestSmtp;
  provider: Provider;
  addHouse(name: string): Promise<House>;
  stop(): Promise<void>;
}

/** An organization over the rows, in which worlds are played one after another. */
export interface House {
  t: TestService;
  smtp: TestSmtp;
  provider: Provider;
  org: TestOrg;
  /** The team whose members may query the employees. */
  personnel: string;
  /** The project of the orders, which everybody may query. */
  ordersProject: string;
  employeesProject: string;
}

/** The whole service with a mail server and a scripted model. */
export async function startService(): Promise<Service> {
  const smtp = await smtpServer();
  const provider = startProvider();
  const t = await testService({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Reports <reports@service.example>",
    BASE_URL: "https://analytics.example",
    ANTHROPIC_API_KEY: "sk-test",
    ANTHROPIC_BASE_URL: provider.anthropicUrl,
    MAIL_RATE_PER_SECOND: "1000",
    MAIL_DAILY_LIMIT: "1000000",
    FAILURE_MAIL: "false",
    DATABASE_POOL_SIZE: "10",
  });
  const base = {t, smtp, provider};
  return {
    ...base,
    addHouse: async name => addHouse(base, await t.addOrg(name)),
    async stop() {
      await t.stop();
      await smtp.stop();
      await provider.stop();
    },
  };
}

async function addHouse(base: Pick<House, "t" | "smtp" | "provider">, org: TestOrg): Promise<House> {
  const {t} = base;
  const made = async (path: string, body: object): Promise<Json> => {
    const answer = await t.call("POST", path, {body, token: org.admin.token});
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await writeRows(t.warehouseDir, org.id);
  const personnel = await addTeam({...t, org}, "Personnel");
  const connection = {name: "rows", type: "duckdb", config: {path: "rows.duckdb"}};
  const {id: connectionId} = await made("/api/connections", connection);
  const orders = await made("/api/projects", {name: "Orders", connectionId});
  await made(`/api/projects/${orders.id}/introspect`, ORDERS_GRAPH);
  const employees = await made("/api/projects", {name: "Employees", connectionId, teamIds: [personnel]});
  await made(`/api/projects/${employees.id}/introspect`, EMPLOYEES_GRAPH);
  return {...base, org, personnel, ordersProject: orders.id, employeesProject: employees.id};
}
