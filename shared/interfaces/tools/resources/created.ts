import {grant} from "./grant.ts";
import {defineKind, type Kind} from "./kind.ts";
import {CREATABLE} from "./kinds.ts";

/** The kinds of resources that agents create. */
export const CREATED: readonly Kind[] = [
  ...CREATABLE.flatMap(({type, tool}) => tool?.(spec => defineKind(type, spec)) ?? []),
  grant,
];
