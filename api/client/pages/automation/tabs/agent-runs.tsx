import {Empty} from "../../../parts/empty.tsx";
import {StatusBadge} from "../../../parts/status-badge.tsx";
import {When} from "../../../parts/when.tsx";
import {segment} from "../../../service/service.ts";
import type {Agent, AgentRun} from "../data.ts";
import {useRecent} from "../recent.ts";
import {RecentTable} from "../recent-table.tsx";

/** The latest runs of agents. */
export function AgentRuns() {
  const recent = useRecent<Agent, AgentRun>("/api/agents?limit=100", {
    ranAt: ({lastRun}) => lastRun?.finishedAt ?? undefined,
    runsOf: ({id}) => `/api/agents/${segment(id)}/runs`,
  });
  return (
    <RecentTable
      of={recent}
      label="Runs of agents"
      things="agents"
      columns={[
        {
          title: "When",
          cell: ({parent, run}) => (
            <a href={`/agents/${parent.id}/runs/${run.id}`}>
              <When at={run.createdAt} />
            </a>
          ),
        },
        {
          title: "Agent",
          cell: ({parent}) => (
            <a href={`/agents/${parent.id}`}>
              <bdi>{parent.name}</bdi>
            </a>
          ),
        },
        {title: "State", cell: ({run}) => <StatusBadge status={run.status} />},
        {title: "Reason", cell: ({run}) => run.error ?? "–"},
        {title: "Tokens", number: true, minor: true, cell: ({run}) => run.tokens.total.toLocaleString()},
      ]}
      empty={
        <Empty title="No agent has run yet">
          <p>
            See the <a href="/agents">agents</a>: each answers a question regularly, with a report.
          </p>
        </Empty>
      }
    />
  );
}
