import {useLoad} from "../../parts/use-load.ts";
import {allProjects} from "../../service/projects.ts";
import {segment, whoAmI} from "../../service/service.ts";

const MOST_LINKS = 6;

/** For org-admins: the evaluations of each project, which tell how well questions are answered. */
export function EvaluationsLinks() {
  const found = useLoad(async signal => {
    const {orgRole} = await whoAmI();
    return orgRole === "admin" ? (await allProjects(signal)).slice(0, MOST_LINKS) : [];
  }, []);
  const projects = found.value ?? [];
  if (projects.length === 0) return null;
  return (
    <p class="soft">
      How well questions are answered is told by the evaluations of{" "}
      {projects.map(({id, name}, i) => (
        <>
          {i > 0 && ", "}
          <a href={`/projects/${segment(id)}/evaluations`}>
            <bdi>{name}</bdi>
          </a>
        </>
      ))}
      .
    </p>
  );
}
