import {useRef, useState} from "preact/hooks";
import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import {changedSince, Form, useSending} from "../../parts/form.tsx";
import {Load} from "../../parts/load.tsx";
import type {LlmModels} from "../../parts/no-provider.tsx";
import {CreatedWithWarnings} from "../../parts/save-warnings.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {adminAccess, makeAdminAccess} from "../../service/admin-access.ts";
import {type Service, segment, type Versioned} from "../../service/service.ts";
import {type Cadence, cadenceOf, cronOf, newCadence} from "../schedules/cadence.ts";
import {CadenceFields} from "../schedules/cadence-fields.tsx";
import {addressesIn} from "../schedules/schedule-data.ts";
import type {Agent, Grounding} from "./data.ts";
import {type Choice, type Choices, groundingChoices} from "./grounding-choices.ts";
import {serviceOfOwnAccount} from "./own-account.ts";

const DEFAULT_TOKENS = "200000";

/** The initial values of the form of a new agent. */
export interface AgentStart {
  name?: string;
  instructions?: string;
  model?: string;
  grounding: readonly Grounding[];
  isRegular?: boolean;
}

interface AgentFormProps {
  models: LlmModels;
  /** The agent to change. Without it, the form makes a new agent. */
  of?: Versioned<Agent>;
  start?: AgentStart;
  onSaved: (agent: Agent) => void;
}

/** The form that makes or changes an agent. The agent runs as a service account of its own, which does not expire. */
export function AgentForm(props: AgentFormProps) {
  const grounding = props.of?.value.grounding ?? props.start?.grounding ?? [];
  const found = useLoad(signal => groundingChoices(grounding, signal), []);
  return <Load from={found}>{choices => <Fields {...props} {...choices} />}</Load>;
}

function Fields({models, of, start, offered, chosen, onSaved}: AgentFormProps & Choices) {
  const before = of?.value;
  const prefix = models.providers.find(({configured}) => configured)?.prefix ?? "";
  const [created, setCreated] = useState<Agent>();
  const [name, setName] = useState(before?.name ?? start?.name ?? "");
  const [instructions, setInstructions] = useState(before?.instructions ?? start?.instructions ?? "");
  const [model, setModel] = useState(before?.model ?? start?.model ?? models.models[0]?.name ?? prefix);
  const [grounding, setGrounding] = useState<readonly Choice[]>(chosen);
  const [isRegular, setRegular] = useState(before ? before.cadence !== null : (start?.isRegular ?? false));
  const [cadence, setCadence] = useState<Cadence>(() =>
    before?.cadence ? cadenceOf(before.cadence.cron, before.cadence.timezone) : newCadence(),
  );
  const [recipients, setRecipients] = useState(
    before?.outputs.flatMap(output => (output.type === "email" ? output.recipients : [])).join("\n") ?? "",
  );
  const [tokens, setTokens] = useState(before ? String(before.maxTokensPerRun) : DEFAULT_TOKENS);
  const [rounds, setRounds] = useState(before ? String(before.maxRounds) : "");
  const [isStrict, setStrict] = useState(before?.strict ?? false);
  const sending = useSending();
  // The client of the agent's own account is reused after a refused save, so that the next attempt creates no second
  // account.
  const own = useRef<Service | undefined>(undefined);
  const save = () =>
    sending.send(async () => {
      if (grounding.length === 0) throw new Error("Choose what the agent may read.");
      const others = before?.outputs.filter(({type}) => type !== "email") ?? [{type: "report"}];
      const body = {
        name: name.trim(),
        instructions: instructions.trim(),
        model: model.trim(),
        grounding: grounding.map(one => one.grounding),
        outputs: [
          ...others,
          ...(recipients.trim() === "" ? [] : [{type: "email", recipients: addressesIn(recipients)}]),
        ],
        cadence: isRegular ? {cron: cronOf(cadence), timezone: cadence.timezone} : null,
        maxTokensPerRun: Number(tokens),
        ...(rounds.trim() !== "" && {maxRounds: Number(rounds)}),
        strict: isStrict,
        ...(before?.teamId && {teamId: before.teamId}),
      };
      if (before) {
        own.current ??= await serviceOfOwnAccount(before, name.trim());
        const path = `/api/agents/${segment(before.id)}`;
        const changed = own.current.put<Agent>(path, body, {ifMatch: of?.etag});
        const agent = await changed.catch(changedSince("agent"));
        own.current = undefined;
        return onSaved(agent);
      }
      const access = adminAccess() ?? (await makeAdminAccess());
      // The request also makes the agent's account, but only if the agent is accepted.
      const agent = await access.service.post<Agent>("/api/agents", {...body, ownAccount: true});
      if (agent.warnings) setCreated(agent);
      else onSaved(agent);
    });
  if (created)
    return <CreatedWithWarnings kind="agent" warnings={created.warnings} onOpen={() => onSaved(created)} />;
  return (
    <Form sending={sending} submit={before ? "Save" : "Create the agent"} onSubmit={() => void save()}>
      <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
      <TextField
        label="What should the agent find out?"
        value={instructions}
        onInput={setInstructions}
        rows={5}
        required
        placeholder="Compare the last week with the week before, by state. Say what changed."
        fault={sending.faultAt("/instructions")}
      />
      <fieldset class="choices">
        <legend>What the agent may read</legend>
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
      <CheckField label="Run on a schedule" checked={isRegular} onChange={setRegular} />
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
        hint="One address per line. Without an address, the report is only on its page."
        fault={sending.faultAt("/outputs")}
      />
      <TextField
        label="Maximum tokens per run"
        type="number"
        value={tokens}
        onInput={setTokens}
        required
        fault={sending.faultAt("/maxTokensPerRun")}
      />
      {before && (
        <TextField
          label="Maximum rounds per run"
          type="number"
          value={rounds}
          onInput={setRounds}
          required
          fault={sending.faultAt("/maxRounds")}
        />
      )}
      <CheckField label="Fail if a figure cannot be verified" checked={isStrict} onChange={setStrict} />
      <p class="hint">
        The agent runs as a service account of its own, which has the agent's name. The account is an
        org-admin's, may read and write, does not expire, and has no attributes of row access. It is listed
        with the <a href="/service-accounts">service accounts</a>. Its token is used once, and not stored.
      </p>
    </Form>
  );
}

/** The choice of a language model: among those that the service lists, else any model of a configured provider. */
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
