import {useState} from "preact/hooks";
import {keepSearch, open} from "../../app/navigation.ts";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {service, whoAmI} from "../../service/service.ts";
import {AgentForm} from "./agent-form.tsx";
import type {Agent, LlmModels} from "./data.ts";
import {cadenceWords} from "./words.ts";

export default function Agents() {
  const [isMaking, setMaking] = useState(() => new URLSearchParams(location.search).has("new"));
  const list = usePages<Agent>("/api/agents?limit=50");
  const place = useLoad(async signal => {
    const [models, me] = await Promise.all([
      service.get<LlmModels>("/api/agents/models", {signal}),
      whoAmI(),
    ]);
    return {models, canMake: me.orgRole === "admin" && me.seat === "editor"};
  }, []);
  const isConfigured = place.value?.models.providers.some(({configured}) => configured) ?? true;
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
        {place.value?.canMake && isConfigured && (
          <Button look="act" onClick={() => setMaking(true)}>
            New agent
          </Button>
        )}
      </PageHead>
      {!isConfigured && place.value && <NoProvider models={place.value.models} />}
      {place.value && !place.value.canMake && (
        <p class="hint">An org-admin makes agents. You can read what they report.</p>
      )}
      <ListTable
        label="Agents"
        list={list}
        keyOf={({id}) => id}
        columns={[
          {
            title: "Name",
            cell: ({id, name}) => (
              <a href={`/agents/${id}`}>
                <bdi>{name}</bdi>
              </a>
            ),
          },
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
      {isMaking && (
        <Dialog title="New agent" onClose={close}>
          <Load from={place}>
            {({models, canMake}) =>
              canMake ? (
                <AgentForm
                  models={models}
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

/** Says plainly that there is no language model, and what would give one. */
function NoProvider({models}: {models: LlmModels}) {
  return (
    <section class="card" aria-label="No language model">
      <h2>No language model is configured</h2>
      <p>Agents cannot run yet. Who runs this service sets one of these variables, and starts it again:</p>
      <ul>
        {models.providers.map(({prefix, variable}) => (
          <li key={prefix}>
            <code>{variable}</code> for models of <code>{prefix}…</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
