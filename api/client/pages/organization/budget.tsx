import {useState} from "preact/hooks";
import type {
  BudgetView as Budget,
  LlmUsage as Usage,
} from "../../../../shared/automation/agents/budget/schemas.ts";
import {Empty} from "../../parts/empty.tsx";
import {CheckField, TextField} from "../../parts/field.tsx";
import {changedSince, Form, useSending} from "../../parts/form.tsx";
import {Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {service, type Versioned} from "../../service/service.ts";
import {orgPath} from "./data.ts";

const NUMBER = new Intl.NumberFormat();

/** The tokens that the organization's agents may spend on language models, and those that were spent. */
export default function BudgetPage() {
  const loaded = useLoad(async signal => {
    const org = orgPath();
    const [of, usage] = await Promise.all([
      service.getVersioned<Budget>(`${org}/llm-budget`, {signal}),
      service.get<Usage[]>(`${org}/llm-usage`, {signal}),
    ]);
    return {path: `${org}/llm-budget`, of, usage};
  }, []);
  return (
    <>
      <PageHead title="Budget" about="Tokens that agents may spend on language models." />
      <Load from={loaded}>
        {({path, of, usage}) => (
          <>
            <Now budget={of.value} />
            <Edit key={of.etag} path={path} of={of} onSaved={loaded.reload} />
            <h2>Usage</h2>
            <UsageTable usage={usage} />
          </>
        )}
      </Load>
    </>
  );
}

function Now({budget: {tokensPerMonth, used, reserved, resetsAt, plan}}: {budget: Budget}) {
  const most = tokensPerMonth === null ? "" : ` of ${NUMBER.format(tokensPerMonth)}`;
  return (
    <dl class="facts">
      <dt>Used this month</dt>
      <dd>
        {NUMBER.format(used)}
        {most} tokens{reserved > 0 && `, and ${NUMBER.format(reserved)} reserved for runs in progress`}
      </dd>
      <dt>Resets</dt>
      <dd>
        <When at={resetsAt} />
      </dd>
      {plan && (
        <>
          <dt>Of the plan</dt>
          <dd>
            {NUMBER.format(plan.used)} of {NUMBER.format(plan.tokens)} tokens, until{" "}
            <When at={plan.resetsAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Edit({path, of, onSaved}: {path: string; of: Versioned<Budget>; onSaved: () => void}) {
  const before = of.value.tokensPerMonth;
  const [isBounded, setBounded] = useState(before !== null);
  const [tokens, setTokens] = useState(before === null ? "" : String(before));
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const body = {tokensPerMonth: isBounded ? Number(tokens) : null};
      await service.put(path, body, {ifMatch: of.etag}).catch(changedSince("budget"));
      onSaved();
    });
  return (
    <Form sending={sending} submit="Save" onSubmit={() => void save()}>
      <CheckField
        label="Limit the tokens per month"
        hint="When the tokens are used up, agents stop until the next month."
        checked={isBounded}
        onChange={setBounded}
      />
      {isBounded && (
        <TextField
          label="Tokens per month"
          type="number"
          value={tokens}
          onInput={setTokens}
          required
          fault={sending.faultAt("/tokensPerMonth")}
        />
      )}
    </Form>
  );
}

const MONTH = new Intl.DateTimeFormat(undefined, {month: "long", year: "numeric", timeZone: "UTC"});

/** A month such as `2026-01`, in the reader's locale. */
function MonthOf({month}: {month: string}) {
  return <time dateTime={month}>{MONTH.format(new Date(`${month}-01T00:00:00Z`))}</time>;
}

function UsageTable({usage}: {usage: readonly Usage[]}) {
  if (usage.length === 0) return <Empty title="No agent has asked a language model yet" />;
  const hasCost = usage.some(({cost}) => cost !== undefined);
  return (
    <Table<Usage>
      label="Usage by month and agent"
      rows={usage}
      keyOf={({month, agentId, model}) => `${month} ${agentId} ${model}`}
      columns={[
        {title: "Month", cell: ({month}) => <MonthOf month={month} />},
        {
          title: "Agent",
          cell: ({agentId, agentName}) =>
            agentId === null ? (
              "questions of people"
            ) : agentName === null ? (
              "deleted since"
            ) : (
              <a href={`/agents/${agentId}`}>
                <bdi>{agentName}</bdi>
              </a>
            ),
        },
        {title: "Language model", minor: true, cell: ({model}) => <bdi>{model}</bdi>},
        {title: "Calls", minor: true, number: true, cell: ({calls}) => NUMBER.format(calls)},
        {
          title: "Tokens",
          number: true,
          cell: ({inputTokens, outputTokens, unreportedTokens}) =>
            NUMBER.format(inputTokens + outputTokens + unreportedTokens),
        },
        ...(hasCost
          ? [
              {
                title: "Cost",
                number: true as const,
                cell: ({cost}: Usage) =>
                  cost?.toLocaleString(undefined, {maximumFractionDigits: 2}) ?? "unknown",
              },
            ]
          : []),
      ]}
    />
  );
}
