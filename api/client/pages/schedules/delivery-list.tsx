import {useEffect, useRef} from "preact/hooks";
import type {DeliveryView as Delivery} from "../../../../shared/automation/deliveries/schemas.ts";
import {Button} from "../../parts/button.tsx";
import {Empty} from "../../parts/empty.tsx";
import {useSending} from "../../parts/form.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {When} from "../../parts/when.tsx";
import {reader} from "../../service/reader.ts";
import {segment, service} from "../../service/service.ts";

export type {Delivery};

/** The pauses between reloads while a delivery is under way: the first, and the longest. */
const POLL_MS = 1500;
const MAX_POLL_MS = 60_000;

/** Deliveries, newest first, with their recipients, their states and the reasons of failures. */
export function DeliveryList({path}: {path: string}) {
  const list = usePages<Delivery>(path);
  const isUnderWay = list.rows?.some(({status}) => status === "queued" || status === "running") ?? false;
  const wait = useRef(POLL_MS);
  const states = list.rows?.map(({id, status}) => `${id} ${status}`).join();
  useEffect(() => {
    wait.current = POLL_MS;
  }, [states]);
  // The pause grows, because a delivery that waits for a mail server is under way for hours.
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(list.reload, wait.current);
    wait.current = Math.min(2 * wait.current, MAX_POLL_MS);
    return () => clearTimeout(timer);
  }, [list.rows]);
  return (
    <ListTable
      label="Deliveries"
      list={list}
      keyOf={({id}) => id}
      columns={[
        {title: "When", cell: ({createdAt}) => <When at={createdAt} />},
        {title: "State", cell: delivery => <DeliveryState delivery={delivery} />},
        {title: "To", cell: ({recipients}) => <Recipients recipients={recipients} />},
        {title: "Reason", cell: delivery => <Reasons delivery={delivery} />},
        {title: "", cell: delivery => <Retry delivery={delivery} onDone={list.reload} />},
      ]}
      empty={<Empty title="Nothing was sent yet" />}
    />
  );
}

const MAX_NAMED = 3;

export function Recipients({recipients}: Pick<Delivery, "recipients">) {
  const sent = recipients.filter(({status}) => status === "sent").length;
  const named = recipients.slice(0, MAX_NAMED).map(({email}) => email);
  const more = recipients.length - named.length;
  return (
    <>
      <bdi>{named.join(", ")}</bdi>
      {more > 0 && ` and ${more} more`}
      {recipients.length > 1 && <span class="soft"> ({sent} sent)</span>}
    </>
  );
}

/** The answer of the outbox, which takes the mail where no mail server is configured. */
const OUTBOX_ANSWER = /^written to (.+)\/[^/]+$/;

/** The folder that the mail lies in, if no mail server took it. */
function folderOf({recipients}: Pick<Delivery, "recipients">): string | undefined {
  return recipients.map(({answer = ""}) => OUTBOX_ANSWER.exec(answer)?.[1]).find(Boolean);
}

/** The state of a delivery. Mail that lies in a folder has reached nobody. */
export function DeliveryState({delivery}: {delivery: Delivery}) {
  const isWritten = delivery.status === "succeeded" && folderOf(delivery) !== undefined;
  return <StatusBadge status={isWritten ? "in the outbox" : delivery.status} />;
}

export function Reasons({delivery}: {delivery: Delivery}) {
  const {error, resources, recipients} = delivery;
  const reasons = [
    ...(error ? [error] : []),
    ...resources.flatMap(resource => (resource.error ? [`${resource.name}: ${resource.error}`] : [])),
    ...recipients.flatMap(recipient => (recipient.error ? [`${recipient.email}: ${recipient.error}`] : [])),
  ];
  const folder = folderOf(delivery);
  if (reasons.length === 0 && folder === undefined) return <span>–</span>;
  return (
    <span>
      {reasons.slice(0, MAX_NAMED).join(" ")}
      {folder !== undefined && (
        <>
          {reasons.length > 0 && " "}
          Not sent: no mail server is configured. The mail is in <code>{folder}</code>
        </>
      )}
    </span>
  );
}

function Retry({delivery, onDone}: {delivery: Delivery; onDone: () => void}) {
  const sending = useSending();
  if (delivery.status !== "failed" || reader().seat !== "editor") return null;
  const retry = () =>
    sending.send(async () => {
      await service.post(`/api/deliveries/${segment(delivery.id)}/retry`);
      onDone();
    });
  return (
    <>
      <Button look="quiet" busy={sending.busy} onClick={() => void retry()}>
        Try again
      </Button>
      {sending.message && <p class="fault">{sending.message}</p>}
    </>
  );
}
