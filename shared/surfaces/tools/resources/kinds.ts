import {action} from "../../../automation/actions/kind.ts";
import {agent} from "../../../automation/agents/kind.ts";
import {schedule} from "../../../automation/schedules/kind.ts";
import {chart} from "../../../content/charts/kind.ts";
import {dashboard} from "../../../content/dashboards/kind.ts";
import {dataset} from "../../../content/datasets/kind.ts";
import type {DescribedKind} from "../../../content/descriptions/describe-kind.ts";
import {sheet} from "../../../content/sheets/kind.ts";
import {CONTENT_PREFIXES, type ContentType} from "../../../core/content-types.ts";
import type {Runner} from "../tool.ts";
import {grant} from "./grant.ts";
import {defineKind, type Kind} from "./kind.ts";

const BY_TYPE: Readonly<Record<ContentType, DescribedKind<Runner>>> = {
  chart,
  dashboard,
  dataset,
  sheet,
  schedule,
  action,
  agent,
};

/** The kinds of content, in the order in which programs and agents see them. */
export const KINDS: readonly DescribedKind<Runner>[] = Object.values(BY_TYPE);

/** The kinds that agents create, list, read, change and delete by id. */
export const CREATABLE = KINDS.filter(({tool}) => tool !== undefined);

/** The kinds that agents create, by the prefix of their ids. */
export const BY_PREFIX: ReadonlyMap<string, DescribedKind<Runner>> = new Map(
  CREATABLE.map(kind => [CONTENT_PREFIXES[kind.type], kind]),
);

/** The tools that create resources. A grant is not content, but agents make and check it in the same way. */
export const CREATED: readonly Kind[] = [
  ...CREATABLE.flatMap(({type, tool}) => tool?.(spec => defineKind(type, spec)) ?? []),
  grant,
];
