import {useRef, useState} from "preact/hooks";
import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {Load} from "../../parts/load.tsx";
import type {LlmModels} from "../../parts/no-provider.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {segment, service, serviceOf, whoAmI} from "../../service/service.ts";
import {type Cadence, cronOf, newCadence} from "../schedules/cadence.ts";
import {CadenceFields} from "../schedules/cadence-fields.tsx";
import {addressesIn} from "../schedules/schedule-data.ts";
import type {Agent, Grounding, Project} from "./data.ts";

/** How many projects are asked for their models. */
const MOST_PROJECTS = 20;
const GROUNDING_TYPES = ["chart", "dashboard", "dataset", "sheet", "model", "project"] as const;
const DEFAULT_TOKENS = "200000";

interface Choice {
  grounding: Grounding;
  text: string;
}

interface Choices {
  offered: Choice[];
  /** What is chosen at first. */
  chosen: Choice[];
}

/** What the form of a new agent begins with. */
export interface AgentStart {
  name?: string;
  instructions?: string;
  model?: string;
  grounding: readonly Grounding[];
  isRegular?: boolean;
}

/** The models that a person sees, and the content that it begins with. */
async function choices(given: readonly Grounding[], signal: AbortSignal): Promise<Choices> {
  const {rows: projects} = await service.list<Project>(`/api/projects?limit=${MOST_PROJECTS}`, {signal});
  const models = await Promise.all(projects.map(project => modelsOf(project, projects.length > 1, signal)));
  const content = await contentOf(given, signal);
  const chosen = models
    .flat()
    .filter(({grounding}) =>
      given.some(
        one =>
          one.resourceId === grounding.resourceId ||
          (one.resourceType === "project" && grounding.resourceId.startsWith(`${one.resourceId}/`)),
      ),
    );
  return {offered: [...content, ...models.flat()], chosen: [...content, ...chosen]};
}

async function modelsOf(project: Project, isOneOfSome: boolean, signal: AbortSignal): Promise<Choice[]> {
  const path = `/api/projects/${segment(project.id)}/models?limit=500`;
  const {rows} = await service.list<{name: string; label?: string}>(path, {signal});
  return rows.map(({name, label}) => ({
    grounding: {resourceType: "model", resourceId: `${project.id}/${name}`},
    text: `${label ?? name}${isOneOfSome ? ` (${project.name})` : ""}`,
  }));
}

/** The grounding of an address such as `/agents?new=chart:chart_…`. */
export function groundingAtAddress(): Grounding[] {
  const [, resourceType = "", resourceId = ""] =
    /^(\w+):(.+)$/s.exec(new URLSearchParams(location.search).get("new") ?? "") ?? [];
  const type = GROUNDING_TYPES.find(one => one === resourceType);
  return type && resourceId !== "" ? [{resourceType: type, resourceId}] : [];
}

async function contentOf(given: readonly Grounding[], signal: AbortSignal): Promise<Choice[]> {
  const content = given.filter(({resourceType: type}) => type === "chart" || type === "dashboard");
  return Promise.all(
    content.map(async grounding => {
      const {resourceType, resourceId} = grounding;
      const path = `/api/${resourceType}s/${segment(resourceId)}`;
      const {name} = await service.get<{name: string}>(path, {signal});
      return {grounding, text: `${name} (${resourceType})`};
    }),
  );
}

/** Makes an agent of a question, with a service account of its own that lasts. */
export function NewAgent({
  models,
  start,
  onMade,
}: {
  models: LlmModels;
  start: AgentStart;
  onMade: (agent: Agent) => void;
}) {
  const found = useLoad(signal => choices(start.grounding, signal), []);
  return (
    <Load from={found}>
      {({offered, chosen}) => (
        <AgentForm models={models} start={start} offered={offered} chosen={chosen} onMade={onMade} />
      )}
    </Load>
  );
}

function AgentForm({
  models,
  start,
  offered,
  chosen,
  onMade,
}: {
  models: LlmModels;
  start: AgentStart;
  offered: readonly Choice[];
  chosen: readonly Choice[];
  onMade: (agent: Agent) => void;
}) {
  const prefix = models.providers.find(({configured}) => configured)?.prefix ?? "";
  const [name, setName] = useState(start.name ?? "");
  const [instructions, setInstructions] = useState(start.instructions ?? "");
  const [model, setModel] = useState(start.model ?? models.models[0]?.name ?? prefix);
  const [grounding, setGrounding] = useState<readonly Choice[]>(chosen);
  const [isRegular, setRegular] = useState(start.isRegular ?? false);
  const [cadence, setCadence] = useState<Cadence>(newCadence);
  const [recipients, setRecipients] = useState("");
  const [tokens, setTokens] = useState(DEFAULT_TOKENS);
  const [isStrict, setStrict] = useState(false);
  const sending = useSending();
  // The token is used once. It is held only while the agent was refused, so that no second account is made.
  const token = useRef<string | undefined>(undefined);
  const save = () =>
    sending.send(async () => {
      if (grounding.length === 0) throw new Error("Choose what it may read.");
      const {orgId} = await whoAmI();
      token.current ??= (
        await service.post<{token: string}>(`/api/orgs/${orgId}/service-accounts`, {
          name: name.trim(),
          scopes: ["read", "write"],
          orgRole: "admin",
        })
      ).token;
      const agent = await serviceOf(token.current).post<Agent>("/api/agents", {
        name: name.trim(),
        instructions: instructions.trim(),
        model: model.trim(),
        grounding: grounding.map(one => one.grounding),
        outputs: [
          {type: "report"},
          ...(recipients.trim() === "" ? [] : [{type: "email", recipients: addressesIn(recipients)}]),
        ],
        cadence: isRegular ? {cron: cronOf(cadence), timezone: cadence.timezone} : null,
        maxTokensPerRun: Number(tokens),
        strict: isStrict,
      });
      token.current = undefined;
      onMade(agent);
    });
  return (
    <Form sending={sending} submit="Make the agent" onSubmit={() => void save()}>
      <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
      <TextField
        label="What should it find out?"
        value={instructions}
        onInput={setInstructions}
        rows={5}
        required
        placeholder="Compare the last week with the week before, by state. Say what changed."
        fault={sending.faultAt("/instructions")}
      />
      <fieldset class="choices">
        <legend>What it may read</legend>
        {offered.map(choice => (
          <CheckField
            key={choice.grounding.resourceId}
            label={choice.text}
            checked={grounding.includes(choice)}
            onChange={isOn =>
              setGrounding(isOn ? [...grounding, choice] : grounding.filter(one => one !== choice))
            }
          />
        ))}
        {sending.faultAt("/grounding") && <p class="fault">{sending.faultAt("/grounding")}</p>}
      </fieldset>
      <ModelField models={models} value={model} onChange={setModel} fault={sending.faultAt("/model")} />
      <CheckField label="It runs by itself" checked={isRegular} onChange={setRegular} />
      {isRegular && (
        <CadenceFields
          cadence={cadence}
          onChange={setCadence}
          faultAt={pointer => sending.faultAt(`/cadence${pointer}`)}
        />
      )}
      <TextField
        label="Send the report to"
        value={recipients}
        onInput={setRecipients}
        rows={2}
        hint="Addresses, one a line. Without any it is read here."
        fault={sending.faultAt("/outputs")}
      />
      <TextField
        label="Most tokens of one run"
        type="number"
        value={tokens}
        onInput={setTokens}
        required
        fault={sending.faultAt("/maxTokensPerRun")}
      />
      <CheckField
        label="It fails rather than report a figure that cannot be verified"
        checked={isStrict}
        onChange={setStrict}
      />
      <p class="hint">
        It runs as a service account of its own, with its name: an org-admin's, which may read and write, has
        no end, and has no attributes of row access. You find it among the{" "}
        <a href="/service-accounts">service accounts</a>. Its token is used once, and not kept.
      </p>
    </Form>
  );
}

/** One of the models that the service knows by name, or any of a configured provider. */
function ModelField({
  models: {models, providers},
  value,
  onChange,
  fault,
}: {
  models: LlmModels;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}) {
  if (models.length > 0) {
    return (
      <SelectField
        label="Language model"
        value={value}
        onChange={onChange}
        choices={models.map(({name}) => ({value: name, text: name}))}
        fault={fault}
      />
    );
  }
  const prefixes = providers.filter(({configured}) => configured).map(({prefix}) => `${prefix}…`);
  return (
    <TextField
      label="Language model"
      value={value}
      onInput={onChange}
      required
      code
      hint={`A model of a configured provider: ${prefixes.join(" or ")}`}
      fault={fault}
    />
  );
}
