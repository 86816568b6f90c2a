import {Empty} from "../../../parts/empty.tsx";
import {HowToSend} from "../../../parts/how-to-send.tsx";
import {RunButton} from "../../../parts/run-button.tsx";
import {When} from "../../../parts/when.tsx";
import {reader} from "../../../service/reader.ts";
import {segment, service} from "../../../service/service.ts";
import {type Delivery, DeliveryState, Reasons, Recipients} from "../../schedules/delivery-list.tsx";
import type {Schedule} from "../../schedules/schedule-data.ts";
import {useRecent} from "../recent.ts";
import {RecentTable} from "../recent-table.tsx";

/** The latest mail of the schedules that a person sees. */
export function Deliveries() {
  const recent = useRecent<Schedule, Delivery>("/api/schedules?limit=100", {
    ranAt: ({lastDelivery}) => lastDelivery?.finishedAt ?? undefined,
    runsOf: ({id}) => `/api/schedules/${segment(id)}/deliveries`,
  });
  return (
    <RecentTable
      of={recent}
      label="Deliveries"
      things="schedules"
      columns={[
        {title: "When", cell: ({run}) => <When at={run.createdAt} />},
        {
          title: "Schedule",
          cell: ({parent}) => (
            <a href={`/schedules/${parent.id}`}>
              <bdi>{parent.name}</bdi>
            </a>
          ),
        },
        {title: "State", cell: ({run}) => <DeliveryState delivery={run} />},
        {title: "To", minor: true, cell: ({run}) => <Recipients recipients={run.recipients} />},
        {title: "Reason", cell: ({run}) => <Reasons delivery={run} />},
        {
          title: "",
          cell: ({parent, run}) =>
            run.status === "failed" &&
            reader().seat === "editor" && (
              <RunButton
                text="Try again"
                label={`Try the delivery of ${parent.name} again`}
                run={() => service.post(`/api/deliveries/${segment(run.id)}/retry`)}
                onDone={recent.reload}
              />
            ),
        },
      ]}
      empty={
        <Empty title="Nothing was sent yet">
          <HowToSend />
        </Empty>
      }
    />
  );
}
