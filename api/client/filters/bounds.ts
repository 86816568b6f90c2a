import type {Filter} from "../../../shared/semantic/documents.ts";

/** A range, written as `from..to`; one of its ends may be empty. */
export interface Bounds {
  from: string;
  to: string;
}

export function readBounds(written: string, value: RegExp): Bounds | undefined {
  const [from = "", to = "", ...others] = written.split("..");
  if (others.length > 0 || !written.includes("..") || from + to === "") return undefined;
  return [from, to].every(part => part === "" || value.test(part)) ? {from, to} : undefined;
}

export function boundsFilter(field: string, {from, to}: Bounds): Filter {
  if (from === "") return {field, op: "<=", value: to};
  return to === "" ? {field, op: ">=", value: from} : {field, op: "between", value: [from, to]};
}
