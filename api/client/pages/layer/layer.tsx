import {useState} from "preact/hooks";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {AdminAccess} from "../../service/admin-access.ts";
import type {Project} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import {open} from "../../shell/navigation.ts";
import type {PageProps} from "../../shell/page-props.ts";
import type {Connection} from "../connections/config-fields.ts";
import {ChooseSchemas, type Proposal} from "./propose.tsx";
import {ReviewAndApply} from "./review-and-apply.tsx";

/** Reads the warehouse again, and applies the new and changed models. Models that are left out stay as they are. */
export default function Layer({parameters: {projectId = ""}}: PageProps) {
  const loaded = useLoad(
    async signal => {
      const project = await service.get<Project>(`/api/projects/${segment(projectId)}`, {signal});
      const path = `/api/connections/${segment(project.connectionId)}`;
      return {project, connection: await service.get<Connection>(path, {signal})};
    },
    [projectId],
  );
  return (
    <LoadPage what="project" from={loaded}>
      {({project, connection}) => (
        <>
          <PageHead
            title="Review the layer"
            back={{href: `/projects/${project.id}`, text: project.name}}
            about="The applied models replace the models of the same names. All other models stay as they are."
          />
          <AdminGate why="To read the warehouse">
            {access => <Propose access={access} project={project} connection={connection} />}
          </AdminGate>
        </>
      )}
    </LoadPage>
  );
}

function Propose({
  access,
  project,
  connection,
}: {
  access: AdminAccess;
  project: Project;
  connection: Connection;
}) {
  const [proposal, setProposal] = useState<Proposal>();
  const schema = connection.config?.["schema"];
  if (!proposal) {
    return (
      <ChooseSchemas
        access={access}
        projectId={project.id}
        usual={typeof schema === "string" ? schema : undefined}
        onProposal={setProposal}
      />
    );
  }
  return (
    <ReviewAndApply
      access={access}
      projectId={project.id}
      proposal={proposal}
      onProposal={setProposal}
      onApplied={() => open(`/projects/${project.id}`)}
    />
  );
}
