import {Type} from "@sinclair/typebox";
import {parserOf} from "../../shared/core/validate.ts";
import {say} from "../progress.ts";
import {times} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import {idOf} from "../stage/service.ts";

const ROWS = 50_000;

const parseCalculated = parserOf(
  Type.Object({tabs: Type.Array(Type.Object({cells: Type.Record(Type.String(), Type.Number())}))}),
  "answer",
);

/** From the request for a sheet of 100,000 cells, half of them formulas, to the last byte of its values. */
export const sheet: Scenario = {
  name: "sheet",
  async run(stage) {
    say("a sheet of a hundred thousand cells");
    const service = await stage.service();
    const cells: Record<string, string | number> = {};
    for (let row = 1; row <= ROWS; row++) {
      cells[`A${row}`] = row;
      cells[`B${row}`] = `=A${row}/3+$A$1`;
    }
    const id = idOf(await service.api("/api/sheets", {name: "Big", tabs: [{name: "One", cells}]}));
    const calculate = async () => parseCalculated(await service.api(`/api/sheets/${id}/calculate`, {}));
    const {tabs} = await calculate();
    const last = tabs[0]?.cells[`B${ROWS}`];
    if (last !== ROWS / 3 + 1) throw new Error(`The last cell is ${last}`);
    const summary = await times(stage.quick ? 2 : 5, async () => {
      const started = performance.now();
      await calculate();
      return (performance.now() - started) / 1000;
    });
    return [rowOf("100,000 cells, half of them formulas", {atMost: 2, unit: "s"}, summary)];
  },
};
