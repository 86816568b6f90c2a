import {capitalised} from "../../../../shared/core/one-line.ts";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {allProjects, type Project} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import {readLayer} from "../layer/changes.ts";
import {type RowsLeft, rowsLeft, ruledModels} from "../layer/row-access.ts";
import {allOf, type Member, orgPath, type TeamMember} from "./data.ts";

/** The maximum number of projects that are checked, newest first. */
const MAX_PROJECTS = 20;

interface ProjectRows {
  project: Project;
  /** Whether the member sees the project at all. */
  isOpen: boolean;
  /** The rows that the member sees of models with row access. */
  left: RowsLeft[];
  /** The number of models without row access, of which the member sees all rows. */
  unrestrictedCount: number;
}

/** The models that a member can query, and the rows that the member sees of each, by the saved attributes and teams. */
export function WhatTheySee({member}: {member: Member}) {
  const loaded = useLoad(signal => rowsSeenBy(member, signal), [member]);
  return (
    <section aria-labelledby="what-they-see">
      <h2 id="what-they-see">
        What <bdi>{member.name}</bdi> sees
      </h2>
      <Load from={loaded}>
        {({projects, isCut}) => (
          <>
            {projects.map(seen => (
              <VisibleProject key={seen.project.id} {...seen} />
            ))}
            {projects.length === 0 && <p class="soft">There is no project yet.</p>}
            {isCut && <p class="soft">Of the {MAX_PROJECTS} newest projects.</p>}
          </>
        )}
      </Load>
      <p class="hint">
        The member also sees the dashboards, charts and sheets that are shared with them, with these rows.
        “Share” on each lists the people.
      </p>
    </section>
  );
}

function VisibleProject({project, isOpen, left, unrestrictedCount}: ProjectRows) {
  return (
    <>
      <h3>
        <a href={`/projects/${segment(project.id)}`}>
          <bdi>{project.name}</bdi>
        </a>
      </h3>
      <ul aria-label={`Rows of ${project.name}`}>
        {!isOpen && <li>Nothing: the project belongs to teams that they are not in.</li>}
        {left.map(({before, titles, after}) => (
          <li key={after}>
            {capitalised(before)}{" "}
            {titles.map((title, i) => (
              <>
                {i > 0 && ", "}
                <bdi>{title}</bdi>
              </>
            ))}
            {after}
          </li>
        ))}
        {unrestrictedCount > 0 && (
          <li>
            {left.length > 0 ? "All rows of the other " : "All rows of "}
            {unrestrictedCount === 1 ? "model" : `${unrestrictedCount.toLocaleString()} models`}
          </li>
        )}
      </ul>
    </>
  );
}

async function rowsSeenBy(
  member: Member,
  signal: AbortSignal,
): Promise<{projects: ProjectRows[]; isCut: boolean}> {
  const all = await allProjects(signal);
  const projects = all.slice(0, MAX_PROJECTS);
  const own = await teamsOf(member, new Set(projects.flatMap(({teamIds}) => teamIds)), signal);
  const seen = projects.map(async (project): Promise<ProjectRows> => {
    const {teamIds} = project;
    const isOpen = member.orgRole === "admin" || teamIds.length === 0 || teamIds.some(id => own.has(id));
    if (!isOpen || project.layerVersion === 0) return {project, isOpen, left: [], unrestrictedCount: 0};
    const {models} = await readLayer(service, project.id, signal);
    const shown = models.filter(({hidden}) => !hidden);
    const ruled = ruledModels(shown);
    const left = rowsLeft(ruled, member.attributes);
    return {project, isOpen, left, unrestrictedCount: shown.length - ruled.length};
  });
  return {projects: await Promise.all(seen), isCut: all.length > projects.length};
}

async function teamsOf(
  member: Member,
  teamIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (member.orgRole === "admin") return teamIds;
  const path = orgPath();
  const are = [...teamIds].map(async id => {
    const members = await allOf<TeamMember>(`${path}/teams/${segment(id)}/members?limit=500`, signal);
    return members.some(one => one.id === member.id) ? [id] : [];
  });
  return new Set((await Promise.all(are)).flat());
}
