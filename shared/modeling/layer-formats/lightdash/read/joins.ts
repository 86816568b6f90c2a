import type {BuiltModel} from "../../common/built-model.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {JoinFault, readCondition} from "../../common/join-condition.ts";
import {ABOUT_APPEARANCE} from "./meta.ts";

export function buildJoins(meta: Entry, model: BuiltModel, builder: GraphBuilder): void {
  for (const entry of meta.entries("joins", "join")) {
    const target = entry.text("join") ?? "";
    const alias = entry.text("alias") ?? target;
    const sql = entry.text("sql_on") ?? "";
    const relationship = (entry.text("relationship") ?? "many-to-one").replaceAll("-", "_");
    entry.about = {model: model.name};
    try {
      if (relationship !== "many_to_one" && relationship !== "one_to_one" && relationship !== "one_to_many") {
        throw new JoinFault(`its relationship "${relationship}" needs a model between the two`);
      }
      if (!builder.get(target)) throw new JoinFault(`there is no model "${target}"`);
      if (target === model.name && alias === target)
        throw new JoinFault("it leads to itself, and has no alias");
      const on = readCondition(sql, model.name, target, builder, alias);
      builder.addJoin(
        {...(alias === target ? {} : {name: alias}), from: model.name, to: target, relationship, on},
        entry.place,
        {isMeantByModel: alias === target},
      );
    } catch (fault) {
      if (!(fault instanceof JoinFault)) throw fault;
      entry.note("join_skipped", `The join to "${target}" is left out: ${fault.message}.`, "sql_on");
    }
    const type = entry.text("type");
    if (type !== undefined && type !== "left") {
      entry.note(
        "not_supported",
        `"type: ${type}" is left out: a join keeps the rows that have no partner.`,
        "type",
      );
    }
    entry.unused(ABOUT_APPEARANCE, "label", "description", "fields", "hidden", "tables");
    entry.unsupported("a join is made where a query needs it", "always");
    entry.rest();
  }
}
