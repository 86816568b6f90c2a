import {allProjects, type Project} from "../../service/projects.ts";
import {reader} from "../../service/reader.ts";
import {segment} from "../../service/service.ts";

const MAX_LINKS = 6;

/** The projects whose evaluations the person may read: all projects for an org-admin, none for others. */
export async function evaluatedProjects(signal: AbortSignal): Promise<Project[]> {
  return reader().orgRole === "admin" ? allProjects(signal) : [];
}

/** Links to the evaluations of the projects, which measure how well questions are answered. */
export function EvaluationsLinks({projects}: {projects: readonly Project[]}) {
  if (projects.length === 0) return null;
  return (
    <p class="soft">
      Evaluations measure how well questions are answered. There are evaluations of{" "}
      {projects.slice(0, MAX_LINKS).map(({id, name}, i) => (
        <>
          {i > 0 && ", "}
          <a href={`/projects/${segment(id)}/evaluations`}>
            <bdi>{name}</bdi>
          </a>
        </>
      ))}
      {projects.length > MAX_LINKS && (
        <>
          {" "}
          and <a href="/evaluations">{projects.length - MAX_LINKS} more</a>
        </>
      )}
      .
    </p>
  );
}
