import {useState} from "preact/hooks";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {HowToSend} from "../../parts/how-to-send.tsx";
import {ListTable, nameColumn, usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {CreatedWithWarnings} from "../../parts/save-warnings.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {service} from "../../service/service.ts";
import {open, replaceSearch} from "../../shell/navigation.ts";
import {describeSchedule, pathOf, type Resource, type Schedule} from "./schedule-data.ts";
import {ScheduleForm} from "./schedule-form.tsx";

/** The resource to send, from an address such as `/schedules?new=dashboard:dash_…`. */
function resourceToSend(): Resource | undefined {
  const [resourceType, resourceId] = (new URLSearchParams(location.search).get("new") ?? "").split(":");
  const isKnown = resourceType === "dashboard" || resourceType === "chart" || resourceType === "dataset";
  return isKnown && resourceId ? {resourceType, resourceId} : undefined;
}

export default function Schedules() {
  const [resource, setResource] = useState(resourceToSend);
  const list = usePages<Schedule>("/api/schedules?limit=50");
  const close = () => {
    setResource(undefined);
    replaceSearch(new URLSearchParams());
  };
  return (
    <>
      <PageHead title="Schedules" about="Dashboards, charts and datasets that are sent by mail." />
      <ListTable
        label="Schedules"
        list={list}
        keyOf={({id}) => id}
        columns={[
          nameColumn("/schedules"),
          {title: "When", minor: true, cell: describeSchedule},
          {title: "Recipients", number: true, minor: true, cell: ({recipients}) => recipients.length},
          {title: "Next", cell: ({active, nextRun}) => (active ? <When at={nextRun} /> : "paused")},
          {title: "Last", cell: ({lastDelivery}) => <StatusBadge status={lastDelivery?.status} />},
        ]}
        empty={
          <Empty title="No schedule yet">
            <HowToSend />
          </Empty>
        }
      />
      {resource && <NewSchedule resource={resource} onClose={close} />}
    </>
  );
}

function NewSchedule({resource, onClose}: {resource: Resource; onClose: () => void}) {
  const [saved, setSaved] = useState<Schedule>();
  const found = useLoad(
    signal => service.get<{name: string}>(`/api/${pathOf(resource)}`, {signal}),
    [resource.resourceId],
  );
  const openSaved = ({id}: Schedule) => {
    onClose();
    open(`/schedules/${id}`);
  };
  if (saved)
    return (
      <Dialog title="Send regularly" onClose={() => openSaved(saved)}>
        <CreatedWithWarnings kind="schedule" warnings={saved.warnings} onOpen={() => openSaved(saved)} />
      </Dialog>
    );
  return (
    <Dialog title="Send regularly" onClose={onClose}>
      <Load from={found}>
        {({name}) => (
          <ScheduleForm
            resources={[resource]}
            name={name}
            onSaved={schedule => (schedule.warnings ? setSaved(schedule) : openSaved(schedule))}
          />
        )}
      </Load>
    </Dialog>
  );
}
