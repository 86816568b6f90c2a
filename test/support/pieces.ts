import type {Piece} from "../../worker/warehouses/warehouse.ts";

export function textOf({text}: Piece): string {
  return typeof text === "string" ? text : new TextDecoder().decode(text);
}
