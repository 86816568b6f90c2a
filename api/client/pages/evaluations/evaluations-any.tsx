import {LinkButton} from "../../parts/button.tsx";
import {Empty} from "../../parts/empty.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import type {Project} from "../../service/projects.ts";
import {segment} from "../../service/service.ts";

/** The projects, each with a link to its evaluations. */
export default function EvaluationsOfAny() {
  const list = usePages<Project>("/api/projects?limit=50");
  return (
    <>
      <PageHead
        title="Evaluations"
        about="How many questions with known answers a model gets right. Each project has its own questions."
      />
      <ListTable
        label="Projects"
        list={list}
        keyOf={({id}) => id}
        columns={[
          {
            title: "Project",
            cell: ({id, name}) => (
              <a href={`/projects/${segment(id)}/evaluations`}>
                <bdi>{name}</bdi>
              </a>
            ),
          },
          {
            title: "",
            cell: ({id, name}) => (
              <a
                href={`/projects/${segment(id)}/verified-questions`}
                aria-label={`Verified questions of ${name}`}
              >
                Verified questions
              </a>
            ),
          },
        ]}
        empty={
          <Empty title="No project yet">
            <div class="buttons">
              <LinkButton look="act" href="/start">
                Get started
              </LinkButton>
            </div>
          </Empty>
        }
      />
    </>
  );
}
