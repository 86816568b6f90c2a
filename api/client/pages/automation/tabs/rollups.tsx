import {useAdminAccess} from "../../../parts/access/admin-gate.tsx";
import {Empty} from "../../../parts/empty.tsx";
import {RunButton} from "../../../parts/run-button.tsx";
import {StatusBadge} from "../../../parts/status-badge.tsx";
import {When} from "../../../parts/when.tsx";
import type {Project} from "../../../service/projects.ts";
import {segment} from "../../../service/service.ts";
import type {Rollup} from "../data.ts";
import {useRecent} from "../recent.ts";
import {RecentTable} from "../recent-table.tsx";

/** A roll-up as a run: its last build, or none yet. */
interface Built extends Rollup {
  id: string;
  createdAt: string;
}

const NUMBER = new Intl.NumberFormat();

/** The roll-ups of the projects, each with its last build. */
export function Rollups() {
  const access = useAdminAccess();
  const recent = useRecent<Project, Built, Rollup>("/api/projects?limit=100", {
    ranAt: () => undefined,
    runsOf: ({id}) => `/api/projects/${segment(id)}/rollups`,
    runOf: (rollup, {id}) => ({
      ...rollup,
      id: `${id} ${rollup.name}`,
      createdAt: rollup.lastBuild?.createdAt ?? "",
    }),
  });
  return (
    <RecentTable
      of={recent}
      label="Roll-ups"
      things="projects"
      columns={[
        {title: "Built", cell: ({run}) => (run.lastBuild ? <When at={run.lastBuild.createdAt} /> : "never")},
        {title: "Roll-up", cell: ({run}) => <bdi>{run.name}</bdi>},
        {
          title: "Project",
          minor: true,
          cell: ({parent}) => (
            <a href={`/projects/${parent.id}`}>
              <bdi>{parent.name}</bdi>
            </a>
          ),
        },
        {title: "Build", cell: ({run}) => <StatusBadge status={run.lastBuild?.status} />},
        {title: "Answers", cell: ({run}) => (run.state === "fresh" ? "yes" : "no")},
        {title: "Reason", cell: ({run}) => run.lastBuild?.error ?? run.why ?? "–"},
        {
          title: "Queries in seven days",
          minor: true,
          number: true,
          cell: ({run}) => NUMBER.format(run.hits),
        },
        {
          title: "",
          cell: ({parent, run}) =>
            access && (
              <RunButton
                text="Build"
                label={`Build ${run.name}`}
                run={() =>
                  access.service.post(
                    `/api/projects/${segment(parent.id)}/rollups/${segment(run.name)}/build`,
                  )
                }
                onDone={recent.reload}
              />
            ),
        },
      ]}
      empty={
        <Empty title="No layer has a roll-up">
          <p>A roll-up stores a result that many queries need. Layers declare roll-ups.</p>
        </Empty>
      }
    />
  );
}
