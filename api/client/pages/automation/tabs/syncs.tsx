import {useAdminAccess} from "../../../parts/access/admin-gate.tsx";
import {Empty} from "../../../parts/empty.tsx";
import {RunButton} from "../../../parts/run-button.tsx";
import {StatusBadge} from "../../../parts/status-badge.tsx";
import {When} from "../../../parts/when.tsx";
import type {Project} from "../../../service/projects.ts";
import {segment} from "../../../service/service.ts";
import type {Sync} from "../data.ts";
import {useRecent} from "../recent.ts";
import {RecentTable} from "../recent-table.tsx";

const SHORT_COMMIT = 7;

/** The latest syncs of projects whose layer is in a repository. */
export function Syncs() {
  const access = useAdminAccess();
  const recent = useRecent<Project, Sync>("/api/projects?limit=100", {
    ranAt: () => undefined,
    runsOf: ({id, git}) => (git ? `/api/projects/${segment(id)}/syncs` : undefined),
  });
  return (
    <RecentTable
      of={recent}
      label="Syncs"
      things="projects"
      columns={[
        {title: "When", cell: ({run}) => <When at={run.createdAt} />},
        {
          title: "Project",
          cell: ({parent}) => (
            <a href={`/projects/${parent.id}`}>
              <bdi>{parent.name}</bdi>
            </a>
          ),
        },
        {title: "State", cell: ({run}) => <StatusBadge status={run.held ? "held" : run.status} />},
        {
          title: "Commit",
          minor: true,
          cell: ({run}) => (
            <>
              <code>{run.commit?.slice(0, SHORT_COMMIT) ?? "–"}</code> <bdi>{run.message}</bdi>
            </>
          ),
        },
        {
          title: "Reason",
          cell: ({run}) =>
            run.held ? "The sync would break saved content, and waits for approval." : (run.error ?? "–"),
        },
        {
          title: "",
          cell: ({parent, run}) =>
            access &&
            run.status === "failed" && (
              <RunButton
                text="Sync again"
                label={`Sync ${parent.name} again`}
                run={() => access.service.post(`/api/projects/${segment(parent.id)}/sync`)}
                onDone={recent.reload}
              />
            ),
        },
      ]}
      empty={
        <Empty title="No project is synced with a repository">
          <p>
            An org-admin connects <a href="/github">GitHub</a>, and chooses a project's repository.
          </p>
        </Empty>
      }
    />
  );
}
