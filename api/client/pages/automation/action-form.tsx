import {useState} from "preact/hooks";
import {SelectField, TextField} from "../../parts/field.tsx";
import {changedSince, Form, useSending} from "../../parts/form.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {segment, service, type Versioned} from "../../service/service.ts";
import {type Model, titleFromName, titleOf} from "../explore/fields.ts";
import {type Cadence, cadenceOf, cronOf} from "../schedules/cadence.ts";
import {CadenceFields} from "../schedules/cadence-fields.tsx";
import {addressesIn} from "../schedules/schedule-data.ts";
import type {Action, Effect, Threshold, Trigger} from "./data.ts";
import {OPS} from "./words.ts";

type Mail = Extract<Effect, {type: "email"}>;

/** The texts of one mail while they are edited. */
interface MailDraft {
  recipients: string;
  subject: string;
  message: string;
}

/** The form that changes an action: its name, its cadence, its threshold and its mails. */
export function ActionForm({of, onSaved}: {of: Versioned<Action>; onSaved: (action: Action) => void}) {
  const {value: before} = of;
  const [name, setName] = useState(before.name);
  const [trigger, setTrigger] = useState(before.trigger);
  const [cadence, setCadence] = useState<Cadence | undefined>(() =>
    "cron" in before.trigger ? cadenceOf(before.trigger.cron, before.trigger.timezone ?? "UTC") : undefined,
  );
  const [mails, setMails] = useState<ReadonlyMap<number, MailDraft>>(
    () =>
      new Map(before.effects.flatMap((effect, i) => (effect.type === "email" ? [[i, draftOf(effect)]] : []))),
  );
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const body = {
        name: name.trim(),
        trigger: {...trigger, ...(cadence && {cron: cronOf(cadence), timezone: cadence.timezone})},
        effects: before.effects.map((effect, i) => {
          const mail = mails.get(i);
          return mail ? {...effect, ...mail, recipients: addressesIn(mail.recipients)} : effect;
        }),
        ...(before.teamId && {teamId: before.teamId}),
      };
      const path = `/api/actions/${segment(before.id)}`;
      onSaved(await service.put<Action>(path, body, {ifMatch: of.etag}).catch(changedSince("action")));
    });
  return (
    <Form sending={sending} submit="Save" onSubmit={() => void save()}>
      <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
      {trigger.type === "threshold" && (
        <LineFields trigger={trigger} onChange={setTrigger} faultAt={sending.faultAt} />
      )}
      {cadence && (
        <CadenceFields
          cadence={cadence}
          onChange={setCadence}
          faultAt={pointer => sending.faultAt(`/trigger${pointer}`)}
        />
      )}
      {[...mails].map(([i, mail]) => (
        <MailFields
          key={i}
          mail={mail}
          onChange={change => setMails(new Map(mails).set(i, {...mail, ...change}))}
          faultAt={pointer => sending.faultAt(`/effects/${i}${pointer}`)}
        />
      ))}
      <p class="hint">The action runs with the rights of the person who saves it.</p>
    </Form>
  );
}

function draftOf({recipients, subject, message}: Mail): MailDraft {
  return {recipients: recipients.join("\n"), subject, message};
}

/** The threshold that a measure has to cross. */
function LineFields({
  trigger,
  onChange,
  faultAt,
}: {
  trigger: Threshold;
  onChange: (trigger: Trigger) => void;
  faultAt: (pointer: string) => string | undefined;
}) {
  const {op, value, compare} = trigger;
  const change = compare && "offset" in compare ? compare.change : undefined;
  const [text, setText] = useState(String(value ?? ""));
  return (
    <fieldset class="watch">
      <legend>Tell me when {change ? "the change" : "the number"}</legend>
      <MeasureField trigger={trigger} onChange={onChange} fault={faultAt("/trigger/measure")} />
      <div class="line">
        <SelectField
          label="Which"
          value={op}
          onChange={chosen => onChange({...trigger, op: chosen})}
          choices={OPS}
          fault={faultAt("/trigger/op")}
        />
        {value !== undefined && (
          <TextField
            label={change === "percent" ? "Percent" : "Value"}
            type="number"
            value={text}
            onInput={typed => {
              setText(typed);
              onChange({...trigger, value: Number(typed)});
            }}
            required
            fault={faultAt("/trigger/value")}
          />
        )}
      </div>
    </fieldset>
  );
}

/** The choice of the watched measure, among the measures of its query and all others of the model. */
function MeasureField({
  trigger,
  onChange,
  fault,
}: {
  trigger: Threshold;
  onChange: (trigger: Trigger) => void;
  fault: string | undefined;
}) {
  const {query, measure} = trigger;
  const {model = "", projectId} = query;
  const found = useLoad(
    async signal => {
      const id = projectId ?? (await defaultProject(signal));
      const path = `/api/projects/${segment(id)}/models/${segment(model)}`;
      return service.get<Model>(path, {signal});
    },
    [model, projectId],
  );
  const asked = (query.measures ?? []).map(one => (typeof one === "string" ? one : one.name));
  const own = found.value?.measures.map(({name}) => name) ?? [];
  const choices = [...new Set([measure, ...asked, ...own])].map(name => ({
    value: name,
    text: found.value ? titleOf(found.value, name) : titleFromName(name),
  }));
  return (
    <SelectField
      label="Measure"
      value={measure}
      onChange={chosen => onChange(watching(trigger, chosen))}
      choices={choices}
      fault={fault}
    />
  );
}

/** The trigger with another measure, which is added to its query where it is missing. */
function watching(trigger: Threshold, measure: string): Threshold {
  const {measures = []} = trigger.query;
  const isAsked = measures.some(one => (typeof one === "string" ? one : one.name) === measure);
  const query = isAsked ? trigger.query : {...trigger.query, measures: [...measures, measure]};
  return {...trigger, query, measure};
}

async function defaultProject(signal: AbortSignal): Promise<string> {
  const {rows} = await service.list<{id: string; default: boolean}>("/api/projects?limit=500", {signal});
  return rows.find(project => project.default)?.id ?? "";
}

function MailFields({
  mail,
  onChange,
  faultAt,
}: {
  mail: MailDraft;
  onChange: (change: Partial<MailDraft>) => void;
  faultAt: (pointer: string) => string | undefined;
}) {
  return (
    <>
      <TextField
        label="Recipients"
        value={mail.recipients}
        onInput={recipients => onChange({recipients})}
        rows={2}
        required
        hint="One address per line."
        fault={faultAt("/recipients")}
      />
      <TextField
        label="Subject"
        value={mail.subject}
        onInput={subject => onChange({subject})}
        required
        fault={faultAt("/subject")}
      />
      <TextField
        label="Message"
        value={mail.message}
        onInput={message => onChange({message})}
        rows={3}
        fault={faultAt("/message")}
      />
    </>
  );
}
