import type {Project} from "../../service/projects.ts";

/** The projects over a connection, as links. */
export function ProjectsOf({
  connectionId,
  projects,
}: {
  connectionId: string;
  projects: readonly Project[] | undefined;
}) {
  if (!projects) return <>…</>;
  const using = projects.filter(project => project.connectionId === connectionId);
  if (using.length === 0) return <span class="soft">nobody yet</span>;
  return (
    <>
      {using.map(({id, name}, i) => (
        <span key={id}>
          {i > 0 && ", "}
          <a href={`/projects/${id}`}>
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </>
  );
}
