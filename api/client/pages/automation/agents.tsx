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
import {keepSearch, open} from "../../shell/navigation.ts";
import {AgentForm} from "./agent-form.tsx";
import type {Agent} from "./data.ts";
import {groundingAtAddress} from "./grounding-choices.ts";
import {cadenceWords} from "./words.ts";

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
    keepSearch(new URLSearchParams());
  };
  return (
    <>
      <PageHead
        title="Agents"
        about="Each answers a question regularly with a language model, and reports figures that lead to their rows."
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
          {!canMake && <p class="hint">An org-admin makes agents. You can read what they report.</p>}
          <ListTable
            label="Agents"
            list={list}
            keyOf={({id}) => id}
            columns={[
              nameColumn("/agents"),
              {
                title: "When",
                minor: true,
                cell: ({cadence}) => (cadence ? cadenceWords(cadence) : "by hand"),
              },
              {title: "Model", minor: true, cell: ({model}) => <bdi>{model}</bdi>},
              {title: "Next", cell: ({active, nextRun}) => (active ? <When at={nextRun} /> : "paused")},
              {title: "Last", cell: ({lastRun}) => <StatusBadge status={lastRun?.status} />},
            ]}
            empty={
              <Empty title="No agent yet">
                <p>An agent looks at the models that it is given, and reports what you asked for.</p>
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
                <p>To make an agent, an org-admin is needed. Ask one of yours.</p>
              )
            }
          </Load>
        </Dialog>
      )}
    </>
  );
}
