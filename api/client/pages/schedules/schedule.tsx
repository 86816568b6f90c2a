import {useState} from "preact/hooks";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {Button} from "../../parts/button.tsx";
import {Confirm} from "../../parts/confirm.tsx";
import {messageOf} from "../../parts/failed.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {SaveWarnings} from "../../parts/save-warnings.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {ownAddress} from "../../service/own-address.ts";
import {segment, service, type Versioned} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import type {Member} from "../organization/data.ts";
import {DeliveryList} from "./delivery-list.tsx";
import {membersForAdmins, NonMembers} from "./non-members.tsx";
import {describeSchedule, pathOf, type Resource, type Schedule} from "./schedule-data.ts";
import {ScheduleForm} from "./schedule-form.tsx";

export default function SchedulePage({parameters}: PageProps) {
  const path = `/api/schedules/${segment(parameters["scheduleId"] ?? "")}`;
  const [saved, setSaved] = useState<Schedule>();
  const loaded = useLoad(
    async signal => {
      const [of, members] = await Promise.all([
        service.getVersioned<Schedule>(path, {signal}),
        membersForAdmins(signal),
      ]);
      const names = await Promise.all(of.value.resources.map(one => nameOf(one, signal)));
      return {of, members, names};
    },
    [path],
  );
  return (
    <LoadPage what="schedule" from={loaded}>
      {opened => (
        <Opened
          key={opened.of.etag}
          {...opened}
          path={path}
          saved={saved}
          onSaved={schedule => {
            setSaved(schedule);
            loaded.reload();
          }}
          onChange={() => {
            setSaved(undefined);
            loaded.reload();
          }}
        />
      )}
    </LoadPage>
  );
}

function Opened({
  of,
  members,
  names,
  path,
  saved,
  onSaved,
  onChange,
}: {
  of: Versioned<Schedule>;
  members: Member[] | undefined;
  /** The names of the resources, in their order. */
  names: readonly string[];
  path: string;
  /** The schedule as it was just saved on this page; `undefined` if it was not. */
  saved: Schedule | undefined;
  onSaved: (schedule: Schedule) => void;
  onChange: () => void;
}) {
  const {value} = of;
  const [status, setStatus] = useState(saved ? "Saved." : "");
  const [turn, setTurn] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const sending = useSending();
  const setActive = () =>
    sending.send(async () => {
      await service.patch(`${path}/active`, {active: !value.active});
      onChange();
    });
  const test = () =>
    sending.send(async () => {
      const email = await ownAddress();
      await service.post(`${path}/run`, {recipients: [email]});
      setStatus(`A test is being sent to ${email}. Its progress is shown below.`);
      setTurn(before => before + 1);
    });
  const sendNow = async () => {
    await service.post(`${path}/run`, {});
    const [only, ...others] = value.recipients;
    setStatus(
      `The mail is being sent to ${others.length > 0 ? `${value.recipients.length} recipients` : only}. Its progress is shown below.`,
    );
    setTurn(before => before + 1);
  };
  return (
    <>
      <PageHead
        title={value.name}
        about={describeSchedule(value)}
        back={{href: "/schedules", text: "All schedules"}}
      >
        <OnlyFor who="editors">
          <Button
            busy={sending.busy}
            onClick={() => {
              if (value.recipients.length > 1) setAsking(true);
              else void sending.send(sendNow);
            }}
          >
            Send it now
          </Button>
          <Button busy={sending.busy} onClick={() => void test()}>
            Send me a test
          </Button>
          <Button busy={sending.busy} onClick={() => void setActive()}>
            {value.active ? "Pause" : "Resume"}
          </Button>
        </OnlyFor>
      </PageHead>
      <p class="soft" role="status">
        {status}
      </p>
      <SendingFault of={sending} />
      <SaveWarnings kind="schedule" warnings={saved?.warnings} />
      {isAsking && (
        <Confirm
          title={`Send it to ${value.recipients.length} recipients now?`}
          act="Send it"
          run={sendNow}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
      {members && <NonMembers of={value} members={members} />}
      {!value.active && (
        <p class="card" role="note">
          The schedule is paused: nothing is sent. {value.pausedBecause}
        </p>
      )}
      <dl class="facts">
        <dt>Sends</dt>
        <dd>
          {value.resources.map((resource, i) => (
            <span key={resource.resourceId}>
              {i > 0 && ", "}
              <a href={`/${pathOf(resource)}`}>
                <bdi>{names[i]}</bdi>
              </a>
            </span>
          ))}
        </dd>
        <dt>Next</dt>
        <dd>{value.active ? <When at={value.nextRun} /> : "paused"}</dd>
        {value.stopped.length > 0 && (
          <>
            <dt>Stopped by</dt>
            <dd>{value.stopped.join(", ")}</dd>
          </>
        )}
      </dl>
      <h2>Deliveries</h2>
      <DeliveryList key={turn} path={`${path}/deliveries?limit=20`} />
      <OnlyFor who="editors">
        <h2>Change the schedule</h2>
        <ScheduleForm of={of} resources={value.resources} onSaved={onSaved} />
      </OnlyFor>
    </>
  );
}

/** The name of a resource, or the reason why it cannot be read. */
function nameOf(resource: Resource, signal: AbortSignal): Promise<string> {
  return service.get<{name: string}>(`/api/${pathOf(resource)}`, {signal}).then(
    ({name}) => name,
    (error: unknown) => `${resource.resourceType}: ${messageOf(error)}`,
  );
}
