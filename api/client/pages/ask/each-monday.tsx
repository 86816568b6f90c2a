import {useState} from "preact/hooks";
import type {AskedQuery, AskRun} from "../../asking/data.ts";
import {languageModels} from "../../asking/language-models.ts";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {lazy} from "../../parts/lazy.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {isAdminEditor} from "../../service/reader.ts";
import {open} from "../../shell/navigation.ts";
import type {Grounding} from "../automation/data.ts";

const MAX_NAME_LENGTH = 100;
const AgentForm = lazy(async () => (await import("../automation/agent-form.tsx")).AgentForm);

interface Asked {
  run: AskRun;
  queries: readonly AskedQuery[];
}

/**
 * "Ask this each Monday": the button that makes an agent from the question. The agent may read the models of the answer's
 * queries.
 */
export function EachMonday(asked: Asked) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask this each Monday</Button>
      {isOpen && (
        <Dialog title="Ask this each Monday" onClose={() => setOpen(false)}>
          <Form {...asked} />
        </Dialog>
      )}
    </>
  );
}

function Form({run, queries}: Asked) {
  const models = useLoad(languageModels, []);
  if (!isAdminEditor()) {
    return (
      <p>
        An agent asks a question regularly, with the rights of a service account. Only an org-admin can create
        an agent: ask one of yours, and give them this question.
      </p>
    );
  }
  return (
    <Load from={models}>
      {known => (
        <AgentForm
          models={known}
          start={{
            name: run.question.slice(0, MAX_NAME_LENGTH),
            instructions: run.question,
            model: run.model,
            grounding: modelsOf(queries),
            isRegular: true,
          }}
          onSaved={({id}) => open(`/agents/${id}`)}
        />
      )}
    </Load>
  );
}

function modelsOf(queries: readonly AskedQuery[]): Grounding[] {
  const names = queries.flatMap(({query: {projectId, model}}) =>
    projectId === undefined ? [] : `${projectId}/${model}`,
  );
  return [...new Set(names)].map(resourceId => ({resourceType: "model", resourceId}));
}
