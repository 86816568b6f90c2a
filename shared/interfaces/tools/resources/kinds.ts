import type {ContentType} from "../../../ground/content-types.ts";
import {action} from "./action.ts";
import {chart} from "./chart.ts";
import {dashboard} from "./dashboard.ts";
import {dataset} from "./dataset.ts";
import {grant} from "./grant.ts";
import type {ContentTools, Kind} from "./kind.ts";
import {schedule} from "./schedule.ts";
import {sheet} from "./sheet.ts";

/** Every type of content but agents, which only people create. */
const BY_TYPE: Readonly<Record<Exclude<ContentType, "agent">, ContentTools>> = {
  chart,
  dashboard,
  dataset,
  sheet,
  schedule,
  action,
};

/** The kinds of content that agents create, list, read, change and delete by id. */
export const CONTENT: readonly ContentTools[] = Object.values(BY_TYPE);

/** The kinds of resources that agents create. */
export const KINDS: readonly Kind[] = [...CONTENT, grant];
