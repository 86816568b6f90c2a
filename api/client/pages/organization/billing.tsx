import type {BillingView as Billing} from "../../../../shared/tenancy/billing/schemas.ts";
import {Button} from "../../parts/button.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {service} from "../../service/service.ts";
import {orgPath} from "./data.ts";
import {Invoices} from "./invoices.tsx";
import {Plans} from "./plans.tsx";

type Usage = Billing["usage"][number];

const METERS: Readonly<Record<string, string>> = {
  llm_tokens: "Tokens of agents",
  deliveries: "Mails sent",
  query_rows: "Rows answered",
};

export default function BillingPage() {
  const loaded = useLoad(async signal => {
    const path = `${orgPath()}/billing`;
    return {path, billing: await service.get<Billing>(path, {signal})};
  }, []);
  return (
    <>
      <PageHead title="Billing" />
      <Load from={loaded}>{({path, billing}) => <View path={path} billing={billing} />}</Load>
    </>
  );
}

function View({path, billing}: {path: string; billing: Billing}) {
  const sending = useSending();
  const portal = () =>
    sending.send(async () => {
      const {url} = await service.post<{url: string}>(`${path}/portal`, {});
      location.assign(url);
    });
  const {configured, plan, status, seats, currentPeriod, notices, offers, usage} = billing;
  const isPaid = new URLSearchParams(location.search).has("paid");
  return (
    <>
      {!configured && (
        <p class="card">
          Billing is not set up on this service: there is no plan, and there are no limits of one.
        </p>
      )}
      {isPaid && (
        <p class="card" role="status">
          Thank you.{" "}
          {offers.length > 0 &&
            "The plan appears here as soon as Stripe has reported it: reload the page in a moment."}
        </p>
      )}
      {notices.map(({message}) => (
        <p class="card" role="note" key={message}>
          {message}
        </p>
      ))}
      <dl class="facts">
        {configured && (
          <>
            <dt>Plan</dt>
            <dd>
              {plan?.name ?? "none"} <span class="badge">{status.replaceAll("_", " ")}</span>
            </dd>
          </>
        )}
        <dt>Seats of editors</dt>
        <dd>
          {seats.used.toLocaleString()}
          {seats.limit !== null && ` of ${seats.limit.toLocaleString()}`}
        </dd>
        {currentPeriod && (
          <>
            <dt>Period ends</dt>
            <dd>
              <When at={currentPeriod.end} />
            </dd>
          </>
        )}
      </dl>
      {offers.length > 0 && <Plans path={path} plans={offers} editors={seats.used} />}
      {usage.length > 0 && (
        <Table<Usage>
          label="Usage of the period"
          rows={usage}
          keyOf={({meter}) => meter}
          columns={[
            {title: "What", cell: ({meter}) => METERS[meter] ?? meter},
            {title: "Used", number: true, cell: ({used}) => used.toLocaleString()},
            {title: "Limit", number: true, cell: ({limit}) => limit?.toLocaleString() ?? "none"},
          ]}
        />
      )}
      {configured && plan && (
        <Button busy={sending.busy} onClick={() => void portal()}>
          Invoices and payment
        </Button>
      )}
      <SendingFault of={sending} />
      {configured && plan && (
        <>
          <h2>Invoices</h2>
          <Invoices path={path} />
        </>
      )}
    </>
  );
}
