import type {Branch, Journey, Plan} from "../../plan/plan.ts";
import {writeColumn} from "../field.ts";
import {writeKey} from "../member.ts";
import {nameBranch, writeBranchFrom, writeRowConditions} from "../picked.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {writeFunnel} from "./funnel.ts";
import {writeRetention} from "./retention.ts";

/** What a `from` takes: the rows of a funnel or a retention, with columns `d0 …` and `m0 …`. */
export function writeJourney(writer: Writer, plan: Plan, journey: Journey): string {
  const parts = plan.branches.map((branch, i) => writeStep(writer, branch, i, plan, journey));
  const events = writer.nameSelect("events", parts.join("\n  union all\n  "));
  const {shape} = journey;
  return shape.kind === "funnel"
    ? writeFunnel(writer, journey, shape, events)
    : writeRetention(writer, journey, shape, events);
}

/** The rows of a step that have an entity and a moment. */
function writeStep(writer: Writer, branch: Branch, position: number, plan: Plan, journey: Journey): string {
  const {dialect} = writer;
  const names = nameBranch(writer, branch);
  const home = names.table(branch.scope.root);
  const values = branch.dimensions.map(dimension => writeKey(writer, dimension, names.table(dimension.node)));
  const [entity, moment, ...others] = values;
  if (entity === undefined || moment === undefined) throw new Error("a step without an entity or a time");
  const written = journey.mixesTimes ? dialect.cast(moment.operand, "timestamp") : moment.value;
  const columns = [`${entity.value} as ${writer.own("entity")}`, `${written} as ${writer.own("moment")}`];
  if (journey.shape.kind === "retention") columns.push(`${others.shift()?.value} as ${writer.own("period")}`);
  columns.push(`${position + 1} as ${writer.own("step")}`);
  if (journey.isRanked) {
    columns.push(`${journey.models.indexOf(branch.scope.root.model)} as ${writer.own("place")}`);
  }
  for (let i = 0; i < journey.width; i++) {
    const value = others[i]?.value ?? dialect.nullOf(plan.dimensions[i]?.type ?? "string", false);
    columns.push(`${value} as ${writer.own(`d${i}`)}`);
  }
  const primary = branch.scope.root.model.source.primaryKey ?? [];
  for (let i = 0; i < journey.keys; i++) {
    const column = primary[i];
    const key =
      column === undefined
        ? dialect.nullOf("string", false)
        : dialect.cast(writeColumn(writer, column, home), "text");
    columns.push(`${key} as ${writer.own(`k${i}`)}`);
  }
  const pad = "  ";
  const conditions = writeRowConditions(writer, branch, names, pad);
  const there = `${entity.operand} is not null\n${pad}  and ${moment.operand} is not null`;
  return writeSelect(
    {
      columns,
      from: writeBranchFrom(writer, branch, names, pad),
      where: conditions === "" ? there : `${there}\n${pad}  and ${conditions}`,
    },
    pad,
  );
}
