import {Empty} from "../../../parts/empty.tsx";
import {StatusBadge} from "../../../parts/status-badge.tsx";
import {When} from "../../../parts/when.tsx";
import {segment} from "../../../service/service.ts";
import {ActionRunButtons, ActionRunReason} from "../action-run-list.tsx";
import type {Action, ActionRun} from "../data.ts";
import {useRecent} from "../recent.ts";
import {RecentTable} from "../recent-table.tsx";

/** The latest runs of the actions that a person sees. */
export function ActionRuns() {
  const recent = useRecent<Action, ActionRun>("/api/actions?limit=100", {
    ranAt: ({lastRun}) => lastRun?.finishedAt ?? undefined,
    runsOf: ({id}) => `/api/actions/${segment(id)}/runs`,
  });
  return (
    <RecentTable
      of={recent}
      label="Runs of actions"
      things="actions"
      columns={[
        {title: "When", cell: ({run}) => <When at={run.createdAt} />},
        {
          title: "Action",
          cell: ({parent}) => (
            <a href={`/actions/${parent.id}`}>
              <bdi>{parent.name}</bdi>
            </a>
          ),
        },
        {title: "State", cell: ({run}) => <State run={run} />},
        {title: "Outcome", cell: ({run}) => <ActionRunReason run={run} />},
        {
          title: "",
          cell: ({parent, run}) => <ActionRunButtons run={run} name={parent.name} onDone={recent.reload} />,
        },
      ]}
      empty={
        <Empty title="No action has run yet">
          <p>
            Open a <a href="/charts">chart</a>, and press “Tell me when …”.
          </p>
        </Empty>
      }
    />
  );
}

function State({run: {status, dryRun}}: {run: ActionRun}) {
  return (
    <>
      <StatusBadge status={status} />
      {dryRun && <span class="soft"> dry run</span>}
    </>
  );
}
