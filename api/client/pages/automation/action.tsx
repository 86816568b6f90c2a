import {useState} from "preact/hooks";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Failed} from "../../parts/failed.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {usePages} from "../../parts/list-table.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {SaveWarnings} from "../../parts/save-warnings.tsx";
import {useFollowing, useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {segment, service, type Versioned} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {titleFromName} from "../explore/fields.ts";
import {ActionForm} from "./action-form.tsx";
import {ActionRunList} from "./action-run-list.tsx";
import {ChartPicture} from "./chart-picture.tsx";
import {type Action, type ActionRun, type Effect, isUnderWay} from "./data.ts";
import {MeasuredHistory} from "./measured-history.tsx";
import {useChart} from "./new-action.tsx";
import {describeCadence, describeEffect, describeTrigger} from "./words.ts";

export default function ActionPage({parameters}: PageProps) {
  const path = `/api/actions/${segment(parameters["actionId"] ?? "")}`;
  const loaded = useLoad(signal => service.getVersioned<Action>(path, {signal}), [path]);
  return (
    <LoadPage what="action" from={loaded}>
      {of => <Opened key={of.value.id} of={of} path={path} onChange={loaded.reload} />}
    </LoadPage>
  );
}

function Opened({of, path, onChange}: {of: Versioned<Action>; path: string; onChange: () => void}) {
  const action = of.value;
  const [isEditing, setEditing] = useState(false);
  const [status, setStatus] = useState("");
  const [warnings, setWarnings] = useState<readonly string[]>();
  const list = usePages<ActionRun>(`${path}/runs?limit=50`);
  const sending = useSending();
  useFollowing(list.rows, list.rows?.some(isUnderWay) ?? false, list.reload);
  const setActive = () =>
    sending.send(async () => {
      await service.patch(`${path}/active`, {active: !action.active});
      onChange();
    });
  const run = (dryRun: boolean) =>
    sending.send(async () => {
      await service.post(`${path}/runs`, {dryRun});
      setStatus(dryRun ? "The dry run has started. Nothing will be sent." : "The run has started.");
      list.reload();
    });
  const {effects, active} = action;
  const chartId = effects.flatMap(effect => (effect.type === "email" && effect.chartId) || [])[0];
  return (
    <>
      <PageHead title={action.name} back={{href: "/actions", text: "All actions"}}>
        <OnlyFor who="editors">
          <Button onClick={() => setEditing(true)}>Edit</Button>
          <Button busy={sending.busy} onClick={() => void run(true)}>
            Try it
          </Button>
          <Button busy={sending.busy} onClick={() => void run(false)}>
            Run now
          </Button>
          <Button busy={sending.busy} onClick={() => void setActive()}>
            {active ? "Pause" : "Resume"}
          </Button>
        </OnlyFor>
      </PageHead>
      <p class="soft" role="status">
        {status}
      </p>
      <SendingFault of={sending} />
      <SaveWarnings kind="action" warnings={warnings} />
      {isEditing && (
        <Dialog title="Change the action" onClose={() => setEditing(false)} wide>
          <ActionForm
            of={of}
            onSaved={saved => {
              setEditing(false);
              setStatus("Saved.");
              setWarnings(saved.warnings);
              onChange();
            }}
          />
        </Dialog>
      )}
      {!active && (
        <p class="card" role="note">
          The action is paused: nothing is checked. {action.pausedBecause}
        </p>
      )}
      {chartId ? (
        <WithChart chartId={chartId} action={action} list={list} />
      ) : (
        <>
          <Facts action={action} />
          <Runs action={action} list={list} labelOf={titleFromName} />
        </>
      )}
    </>
  );
}

const PATHS: Readonly<Record<string, (effect: Effect) => string | undefined>> = {
  run_delivery: effect => ("scheduleId" in effect ? `/schedules/${effect.scheduleId}` : undefined),
  run_agent: effect => ("agentId" in effect ? `/agents/${effect.agentId}` : undefined),
  sync_project: effect => ("projectId" in effect ? `/projects/${effect.projectId}` : undefined),
};

function EffectLine({effect}: {effect: Effect}) {
  const href = PATHS[effect.type]?.(effect);
  const words = <bdi>{describeEffect(effect)}</bdi>;
  return href ? <a href={href}>{words}</a> : words;
}

type RunList = ReturnType<typeof usePages<ActionRun>>;

/** The action's runs, below a picture of the values that its checks have measured. */
function Runs({
  action: {name, trigger},
  list,
  labelOf,
}: {
  action: Action;
  list: RunList;
  labelOf: (field: string) => string;
}) {
  const {rows} = list;
  return (
    <>
      {trigger.type === "threshold" && rows && (
        <MeasuredHistory trigger={trigger} runs={rows} labelOf={labelOf} />
      )}
      {(rows || list.error !== undefined) && <h2>Runs</h2>}
      <ActionRunList list={list} name={name} labelOf={labelOf} />
    </>
  );
}

/** The action's description with the labels of the chart that it mails, the chart, and the action's runs. */
function WithChart({chartId, action, list}: {chartId: string; action: Action; list: RunList}) {
  const {value, error, reload} = useChart(chartId);
  const labelOf = (field: string) =>
    value?.data.columns.find(({name}) => name === field)?.label ?? titleFromName(field);
  return (
    <>
      <Facts action={action} labelOf={labelOf} />
      {value && <ChartPicture chart={value.chart} data={value.data} />}
      {!value && error === undefined && <div class="watched" />}
      {error !== undefined && <Failed error={error} retry={reload} />}
      {(value || error !== undefined) && <Runs action={action} list={list} labelOf={labelOf} />}
    </>
  );
}

function Facts({
  action: {trigger, effects, active, nextRun},
  labelOf,
}: {
  action: Action;
  labelOf?: (field: string) => string;
}) {
  return (
    <dl class="facts">
      <dt>What</dt>
      <dd>
        <bdi>{describeTrigger(trigger, labelOf)}</bdi>
      </dd>
      {"cron" in trigger && (
        <>
          <dt>Checked</dt>
          <dd>{describeCadence(trigger)}</dd>
          <dt>Next check</dt>
          <dd>{active ? <When at={nextRun} /> : "paused"}</dd>
        </>
      )}
      <dt>Then</dt>
      <dd>
        {effects.map((effect, i) => (
          <p key={i} class="effect">
            <EffectLine effect={effect} />
          </p>
        ))}
      </dd>
    </dl>
  );
}
