import {useState} from "preact/hooks";
import {PageHead} from "../../parts/page-head.tsx";
import {replaceSearch} from "../../shell/navigation.ts";
import {ActionRuns} from "./tabs/action-runs.tsx";
import {AgentRuns} from "./tabs/agent-runs.tsx";
import {Deliveries} from "./tabs/deliveries.tsx";
import {Queries} from "./tabs/queries.tsx";
import {Rollups} from "./tabs/rollups.tsx";
import {Syncs} from "./tabs/syncs.tsx";

const TABS = [
  {name: "deliveries", title: "Deliveries", Shown: Deliveries},
  {name: "actions", title: "Actions", Shown: ActionRuns},
  {name: "agents", title: "Agents", Shown: AgentRuns},
  {name: "syncs", title: "Syncs", Shown: Syncs},
  {name: "rollups", title: "Roll-ups", Shown: Rollups},
  {name: "queries", title: "My queries", Shown: Queries},
] as const;

function tabAtAddress(): string {
  const given = new URLSearchParams(location.search).get("show");
  return TABS.find(({name}) => name === given)?.name ?? "deliveries";
}

export default function Runs() {
  const [current, setCurrent] = useState(tabAtAddress);
  const {Shown} = TABS.find(({name}) => name === current) ?? TABS[0];
  const show = (event: MouseEvent, name: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setCurrent(name);
    replaceSearch(new URLSearchParams({show: name}));
  };
  return (
    <>
      <PageHead
        title="Runs"
        about="Work of the service, on a schedule or on request, with its outcome and the reasons of failures."
      />
      <nav class="run-kinds" aria-label="Kinds of runs">
        {TABS.map(({name, title}) => (
          <a
            key={name}
            href={`/runs?show=${name}`}
            onClick={event => show(event, name)}
            {...(name === current ? {"aria-current": "true" as const} : {})}
          >
            {title}
          </a>
        ))}
      </nav>
      <Shown />
    </>
  );
}
