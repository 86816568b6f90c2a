import {newId} from "../../../shared/core/ids.ts";
import {subscribe} from "../../../test/billing/stripe/life.ts";
import {load} from "../../client.ts";
import {say} from "../../progress.ts";
import {summaryOf} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {until} from "../../stage/processes.ts";
import {rowsOf} from "../../stage/stage.ts";
import {eventAsk} from "./receiver.ts";
import type {BillingStage} from "./service.ts";

const CLIENTS = 16;

/** The number of fetches that a burst of events of many customers causes. */
export async function drain(stage: BillingStage, quick: boolean): Promise<Row[]> {
  const customers = quick ? 100 : 1000;
  const events = customers * 10;
  say(`${events} events of ${customers} customers`);
  const ids = await manyCustomers(stage, customers);
  const asks = await Promise.all(
    Array.from({length: events}, (_, n) =>
      eventAsk(stage.address, "/api/billing/webhook", ids[n % customers]!),
    ),
  );
  await stage.startWorker();
  stage.stripe.requests.length = 0;
  const startedAt = performance.now();
  await load(asks, {clients: CLIENTS, ms: 120_000, count: events});
  const receivedMs = performance.now() - startedAt;
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await Bun.sleep(50)) {
    const [row] = await rowsOf<{left: boolean}>(
      stage.databaseUrl,
      "select exists (select from graphile_worker.jobs where task_identifier = 'sync_customer') as left",
    );
    if (row?.left === false) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await until("every customer has their state", async () => {
    const [row] = await rowsOf<{n: number}>(
      stage.databaseUrl,
      "select count(*)::int as n from billing_accounts where status = 'active'",
    );
    return row?.n === customers ? true : undefined;
  });
  const fetches = stage.stripe.requests.filter(name => name === "GET /v1/subscriptions").length;
  const bursts = Math.max(1, Math.ceil(receivedMs / 1000));
  const note = `${fetches} fetches of ${customers} customers in ${bursts} s of events, all written after ${seconds.toFixed(0)} s`;
  return [
    rowOf(
      "fetches from Stripe, per customer and second of events",
      {atMost: 1},
      summaryOf([fetches / customers / bursts]),
      note,
    ),
  ];
}

async function manyCustomers(
  {stripe: {account}, databaseUrl}: BillingStage,
  customers: number,
): Promise<string[]> {
  account.addProduct("prod_Team", {seats: "1"});
  const ids: string[] = [];
  const orgs: string[] = [];
  for (let n = 0; n < customers; n++) {
    const orgId = newId("org");
    const {id} = account.createCustomer({metadata: {org_id: orgId}});
    subscribe(account, id, "price_Team");
    ids.push(id);
    orgs.push(orgId);
  }
  await rowsOf(databaseUrl, "insert into orgs (id, name) select id, id from unnest($1::text[]) id", [orgs]);
  await rowsOf(
    databaseUrl,
    `insert into billing_accounts (org_id, livemode, customer_id)
     select org_id, false, customer_id from unnest($1::text[], $2::text[]) as a (org_id, customer_id)`,
    [orgs, ids],
  );
  return ids;
}
