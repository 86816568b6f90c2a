import {Empty} from "../../parts/empty.tsx";
import {ListTable, type usePages} from "../../parts/list-table.tsx";
import {RunButton} from "../../parts/run-button.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {valueText} from "../../parts/value-text.ts";
import {When} from "../../parts/when.tsx";
import {reader} from "../../service/reader.ts";
import {segment, service} from "../../service/service.ts";
import {titleFromName} from "../explore/fields.ts";
import {type ActionRun, isUnderWay} from "./data.ts";
import {CAUSES} from "./words.ts";

/** The runs of one action, newest first. */
export function ActionRunList({
  list,
  name,
  labelOf,
}: {
  list: ReturnType<typeof usePages<ActionRun>>;
  name: string;
  labelOf?: (field: string) => string;
}) {
  return (
    <ListTable
      label="Runs"
      list={list}
      keyOf={({id}) => id}
      columns={[
        {title: "When", cell: ({createdAt}) => <When at={createdAt} />},
        {
          title: "Started by",
          minor: true,
          cell: ({trigger, dryRun}) => (dryRun ? "a dry run" : (CAUSES[trigger.type] ?? trigger.type)),
        },
        {title: "State", cell: ({status}) => <StatusBadge status={status} />},
        {title: "Outcome", cell: run => <ActionRunReason run={run} {...(labelOf && {labelOf})} />},
        {title: "", cell: run => <ActionRunButtons run={run} name={name} onDone={list.reload} />},
      ]}
      empty={<Empty title="The action has not run yet" />}
    />
  );
}

/** The result and effects of a run, or the reason why it failed. */
export function ActionRunReason({
  run,
  labelOf = titleFromName,
}: {
  run: ActionRun;
  /** The label of a column of the run's rows. */
  labelOf?: (field: string) => string;
}) {
  const reasons = [
    ...(run.error ? [run.error] : []),
    ...(run.rowCount !== undefined && run.rowCount > 0
      ? [run.rowCount === 1 ? "1 row met the condition." : `${run.rowCount} rows met the condition.`]
      : []),
    ...run.effects.flatMap(({error, result}) => error ?? result?.would ?? []),
  ];
  if (reasons.length === 0 && run.status === "succeeded")
    reasons.push(run.effects.some(({status}) => status === "succeeded") ? "Done." : "Nothing to report.");
  return (
    <>
      {reasons.length === 0 ? "–" : reasons.join(" ")}
      {run.rows && run.rows.length > 0 && <Rows run={run} labelOf={labelOf} />}
      {run.redacted && (
        <span class="soft"> The rows are not shown, because they are other rows than you may see.</span>
      )}
    </>
  );
}

const MAX_ROWS = 10;

function Rows({
  run: {columns = [], rows = []},
  labelOf,
}: {
  run: ActionRun;
  labelOf: (field: string) => string;
}) {
  return (
    <details>
      <summary>Rows</summary>
      <table class="found">
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                <bdi>{labelOf(column)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, i) => (
            <tr key={i}>
              {row.map((value, c) => (
                <td key={c}>
                  <bdi>{textOf(value)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p class="hint">and {rows.length - MAX_ROWS} more</p>}
    </details>
  );
}

const NUMBER = new Intl.NumberFormat(undefined, {maximumFractionDigits: 4});

function textOf(value: unknown): string {
  return typeof value === "number" ? NUMBER.format(value) : valueText(value);
}

/** The button that cancels a run under way, or repeats a failed run. */
export function ActionRunButtons({run, name, onDone}: {run: ActionRun; name: string; onDone: () => void}) {
  const path = `/api/actions/${segment(run.actionId)}/runs`;
  if (reader().seat !== "editor") return null;
  if (isUnderWay(run)) {
    return (
      <RunButton
        text="Cancel"
        label={`Cancel the run of ${name}`}
        run={() => service.delete(`${path}/${segment(run.id)}`)}
        onDone={onDone}
      />
    );
  }
  if (run.status !== "failed") return null;
  return (
    <RunButton
      text="Run again"
      label={`Run ${name} again`}
      run={() => service.post(path, run.dryRun ? {dryRun: true} : {})}
      onDone={onDone}
    />
  );
}
