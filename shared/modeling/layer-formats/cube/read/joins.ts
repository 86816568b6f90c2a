import type {BuiltModel} from "../../common/built-model.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {JoinFault, readCondition} from "../../common/join-condition.ts";
import {MemberFault, ownSql} from "./member.ts";

const RELATIONSHIPS: Readonly<Record<string, "many_to_one" | "one_to_many" | "one_to_one">> = {
  many_to_one: "many_to_one",
  belongs_to: "many_to_one",
  belongsTo: "many_to_one",
  one_to_many: "one_to_many",
  has_many: "one_to_many",
  hasMany: "one_to_many",
  one_to_one: "one_to_one",
  has_one: "one_to_one",
  hasOne: "one_to_one",
};

export function buildJoins(cube: Entry, model: BuiltModel, builder: GraphBuilder): void {
  for (const entry of cube.entries("joins", "join")) {
    const target = entry.text("name") ?? "";
    const relationship = RELATIONSHIPS[entry.text("relationship") ?? ""];
    entry.about = {model: model.name};
    try {
      if (!relationship) throw new JoinFault("its relationship is not known");
      if (!builder.get(target)) throw new JoinFault(`there is no cube "${target}"`);
      const on = readCondition(ownSql(entry.text("sql") ?? "", model.name), model.name, target, builder);
      builder.addJoin({from: model.name, to: target, relationship, on}, entry.place, {isMeantByModel: true});
      entry.rest();
    } catch (fault) {
      if (!(fault instanceof JoinFault || fault instanceof MemberFault)) throw fault;
      entry.note("join_skipped", `The join to "${target}" is left out: ${fault.message}.`, "sql");
    }
  }
}
