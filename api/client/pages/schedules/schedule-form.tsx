import {useState} from "preact/hooks";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Failed} from "../../parts/failed.tsx";
import {CheckField, TextField} from "../../parts/field.tsx";
import {changedSince, Form, useSending} from "../../parts/form.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {ownAddress} from "../../service/own-address.ts";
import {segment, service, type Versioned} from "../../service/service.ts";
import {type Cadence, cadenceOf, cronOf, newCadence} from "./cadence.ts";
import {CadenceFields} from "./cadence-fields.tsx";
import {MailPreview} from "./mail-preview.tsx";
import {addressesIn, FORMATS, type Format, type Resource, type Schedule} from "./schedule-data.ts";

/** The parts of a schedule that the form does not show; they are sent back as they were. */
type Rest = Pick<Schedule, "filters" | "condition" | "subject">;

/** The form that makes a schedule, or changes the given one. */
export function ScheduleForm({
  of,
  resources,
  name: proposed = "",
  onSaved,
}: {
  of?: Versioned<Schedule>;
  resources: readonly Resource[];
  name?: string;
  onSaved: (schedule: Schedule) => void;
}) {
  const before = of?.value;
  const [name, setName] = useState(before?.name ?? proposed);
  const [cadence, setCadence] = useState<Cadence>(() =>
    before ? cadenceOf(before.cron, before.timezone) : newCadence(),
  );
  const [recipients, setRecipients] = useState(before?.recipients.join("\n") ?? "");
  const [formats, setFormats] = useState<readonly Format[]>(before?.formats ?? ["html"]);
  const [message, setMessage] = useState(before?.message ?? "");
  const [isPreviewing, setPreviewing] = useState(false);
  const sending = useSending();
  const rest: Partial<Rest> = before
    ? {filters: before.filters, condition: before.condition, subject: before.subject}
    : {};
  const definition = () => ({
    name: name.trim(),
    resources,
    formats,
    message: message.trim() || null,
    timezone: cadence.timezone,
    ...rest,
  });
  const save = async () => {
    const body = {
      ...definition(),
      cron: cronOf(cadence),
      recipients: addressesIn(recipients),
      ...(before?.teamId && {teamId: before.teamId}),
    };
    const saved = await sending.send(() =>
      before
        ? service
            .put<Schedule>(`/api/schedules/${segment(before.id)}`, body, {ifMatch: of?.etag})
            .catch(changedSince("schedule"))
        : service.post<Schedule>("/api/schedules", body),
    );
    if (saved) onSaved(saved);
  };
  const addMe = () =>
    sending.send(async () => {
      const email = await ownAddress();
      setRecipients([...addressesIn(recipients), email].join("\n"));
    });
  return (
    <Form
      sending={sending}
      submit={before ? "Save" : "Start sending"}
      onSubmit={() => void save()}
      other={<Button onClick={() => setPreviewing(true)}>Preview the mail</Button>}
    >
      <TextField label="Name" value={name} onInput={setName} fault={sending.faultAt("/name")} required />
      <CadenceFields cadence={cadence} onChange={setCadence} faultAt={sending.faultAt} />
      <TextField
        label="Recipients"
        value={recipients}
        onInput={setRecipients}
        rows={3}
        required
        placeholder="ada@example.com"
        hint="One address per line. Each recipient gets a separate mail with the rows that you may see, and can unsubscribe."
        fault={sending.faultAt("/recipients")}
      />
      <div class="buttons">
        <Button onClick={() => void addMe()}>Add me</Button>
      </div>
      <fieldset class="formats">
        <legend>Formats</legend>
        {FORMATS.map(({value, text}) => (
          <CheckField
            key={value}
            label={text}
            checked={formats.includes(value)}
            onChange={isOn =>
              setFormats(isOn ? [...formats, value] : formats.filter(format => format !== value))
            }
          />
        ))}
        {sending.faultAt("/formats") && <p class="fault">{sending.faultAt("/formats")}</p>}
      </fieldset>
      <TextField
        label="Message above the report"
        value={message}
        onInput={setMessage}
        rows={3}
        fault={sending.faultAt("/message")}
      />
      {isPreviewing && <Preview definition={definition()} onClose={() => setPreviewing(false)} />}
    </Form>
  );
}

function Preview({definition, onClose}: {definition: object; onClose: () => void}) {
  const mail = useLoad(
    async signal =>
      (await service.call("POST", "/api/schedules/preview", definition, {signal}, "text/html")).text(),
    [],
  );
  return (
    <Dialog title="The mail with your current rows" onClose={onClose} wide>
      {mail.error === undefined ? (
        <MailPreview html={mail.value} />
      ) : (
        <Failed error={mail.error} retry={mail.reload} />
      )}
    </Dialog>
  );
}
