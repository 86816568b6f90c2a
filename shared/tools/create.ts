import {KINDS} from "./kinds.ts";
import type {Tool} from "./tool.ts";

export const createTools: readonly Tool[] = KINDS.map(({tool}) => tool);
