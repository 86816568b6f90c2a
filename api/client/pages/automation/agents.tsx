import {useState} from "preact/hooks";
import {canAskInWords} from "../../asking/language-models.ts";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {ListTable, nameColumn, usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {type LlmModels, NoProvider} from "../../parts/no-provider.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {isAdminEditor} from "../../service/reader.ts";
import {service} from "../../service/service.ts";
import {open, replaceSearch} from "../../shell/navigation.ts";
import {AgentForm} from "./agent-form.tsx";
import type {Agent} from "./data.ts";
import {groundingAtAddress} from "./grounding-choices.ts";
import {describeCadence} from "./words.ts";

export default function Agents() {
  const [isMaking, setMaking] = useState(() => new URLSearchParams(location.search).has("new"));
  const list = usePages<Agent>("/api/agents?limit=50");
  const models = useLoad(signal => service.get<LlmModels>("/api/agents/models", {signal}), []);
  const isConfigured = canAskInWords();
  // The list is shown after the content above it, so that the list does not move down.
  const isSettled = isConfigured || models.value !== undefined || models.error !== undefined;
  const canMake = isAdminEditor();
  const close = () => {
    setMaking(false);
    replaceSearch(new URLSearchParams());
  };
  return (
    <>
      <PageHead
        title="Agents"
        about="An agent answers a question regularly with a language model. The figures of its reports link to their rows."
      >
        {canMake && isConfigured && (
          <Button look="act" onClick={() => setMaking(true)}>
            New agent
          </Button>
        )}
      </PageHead>
      {!isConfigured && (
        <Load from={models}>{known => <NoProvider models={known} so="Agents cannot run yet." />}</Load>
      )}
      {isSettled && (
        <>
          {!canMake && <p class="hint">Org-admins create agents. You can read their reports.</p>}
          <ListTable
            label="Agents"
            list={list}
            keyOf={({id}) => id}
            columns={[
              nameColumn("/agents"),
              {
                title: "When",
                minor: true,
                cell: ({cadence}) => (cadence ? describeCadence(cadence) : "only when started"),
              },
              {title: "Model", minor: true, cell: ({model}) => <bdi>{model}</bdi>},
              {title: "Next", cell: ({active, nextRun}) => (active ? <When at={nextRun} /> : "paused")},
              {title: "Last", cell: ({lastRun}) => <StatusBadge status={lastRun?.status} />},
            ]}
            empty={
              <Empty title="No agent yet">
                <p>An agent queries the models that it may read, and writes the report that you ask for.</p>
              </Empty>
            }
          />
        </>
      )}
      {isMaking && (
        <Dialog title="New agent" onClose={close}>
          <Load from={models}>
            {known =>
              canMake ? (
                <AgentForm
                  models={known}
                  start={{grounding: groundingAtAddress()}}
                  onSaved={({id}) => {
                    close();
                    open(`/agents/${id}`);
                  }}
                />
              ) : (
                <p>Only an org-admin can create an agent. Ask one of yours.</p>
              )
            }
          </Load>
        </Dialog>
      )}
    </>
  );
}
