import {useState} from "preact/hooks";
import type {Query} from "../../../../shared/semantic/documents.ts";
import {Button} from "../../parts/button.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {Project} from "../../service/projects.ts";
import {segment, service, whoAmI} from "../../service/service.ts";

/** The button that marks a query as the right one for its question. Only people who may verify for the project see it. */
export function VerifyButton({question, query}: {question: string; query: Query}) {
  const {projectId} = query;
  const may = useLoad(async () => projectId !== undefined && (await mayVerify(projectId)), [projectId]);
  const sending = useSending();
  const [isDone, setDone] = useState(false);
  if (projectId === undefined || !may.value) return null;
  const verify = async () => {
    const path = `/api/projects/${segment(projectId)}/verified-questions`;
    const made = await sending.send(() => service.post<{id: string}>(path, {question, query}));
    if (made) setDone(true);
  };
  return (
    <>
      {!isDone && (
        <Button look="quiet" busy={sending.busy} onClick={() => void verify()}>
          Mark as right
        </Button>
      )}
      <span role="status" class="soft">
        {isDone ? "Marked as right: later answers to this question use this query." : ""}
      </span>
      <SendingFault of={sending} />
    </>
  );
}

const projects = new Map<string, Promise<Project>>();

/** Whether the person has an editor's seat, and is an org-admin or leads a team of the project. */
async function mayVerify(projectId: string): Promise<boolean> {
  const {orgRole, seat, teams} = await whoAmI();
  if (seat !== "editor") return false;
  if (orgRole === "admin") return true;
  const led = teams.filter(({role}) => role === "lead").map(({id}) => id);
  if (led.length === 0) return false;
  const project = projects.get(projectId) ?? service.get<Project>(`/api/projects/${segment(projectId)}`);
  projects.set(projectId, project);
  return (await project).teamIds.some(id => led.includes(id));
}
