import {checkFrozen} from "../../content/datasets/freeze.ts";
import {pinnedQuery} from "../../content/run-as/pinned-query.ts";
import {requireOrgAdminServiceAccount, requireScope} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {oneLine} from "../../core/one-line.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {requireContent} from "../../tenancy/content-kinds/content.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import {requireAgent} from "../agents/find.ts";
import {requireSender} from "../deliveries/run.ts";
import {readRecipients} from "../schedules/read-schedule.ts";
import {partFault, requireVisible, withPartPath} from "./part-faults.ts";
import type {Effect, EmailEffect, SnapshotEffect} from "./schemas.ts";
import {checkTemplate} from "./template.ts";

/**
 * Checks and normalizes an effect. Throws `invalid_request`, with the path of the fault, for an effect that a run could
 * not carry out.
 */
export async function readEffect(
  runner: QueryRunner,
  actor: Actor,
  effect: Effect,
  path: string,
): Promise<Effect> {
  switch (effect.type) {
    case "email":
      return readEmail(runner, actor, effect, path);
    case "run_delivery":
      await requireVisible(`${path}/scheduleId`, () => requireSender(runner.db, actor, effect.scheduleId));
      return effect;
    case "run_agent":
      requireOrgAdminServiceAccount(actor);
      await requireVisible(`${path}/agentId`, () => requireAgent(runner.db, actor, effect.agentId));
      return effect;
    case "sync_project":
      await requireVisible(`${path}/projectId`, () => requireProject(runner.db, actor, effect.projectId));
      requireOrgAdminServiceAccount(actor);
      return effect;
    case "snapshot_dataset":
      return readSnapshot(runner, actor, effect, path);
  }
}

async function readEmail(
  runner: QueryRunner,
  actor: Actor,
  effect: EmailEffect,
  path: string,
): Promise<EmailEffect> {
  const {allowedDomains} = runner.config.mail;
  if (effect.recipients.length === 0) throw partFault(`${path}/recipients`, "A mail needs a recipient.");
  const recipients = readRecipients(effect.recipients, allowedDomains, `${path}/recipients`);
  checkTemplate(effect.subject, `${path}/subject`);
  checkTemplate(effect.message, `${path}/message`);
  const {chartId} = effect;
  if (chartId !== undefined) {
    await requireVisible(`${path}/chartId`, () => requireContent(runner.db, actor, "chart", chartId, "view"));
  }
  return {...effect, recipients, subject: oneLine(effect.subject)};
}

async function readSnapshot(
  deps: LayerDeps,
  actor: Actor,
  effect: SnapshotEffect,
  path: string,
): Promise<SnapshotEffect> {
  if (effect.keep !== undefined) requireScope(actor, "manage");
  const {projectId} = effect;
  if (projectId !== undefined) {
    await requireVisible(`${path}/projectId`, () => requireProject(deps.db, actor, projectId));
  }
  return withPartPath(`${path}/query`, async () => {
    const placedQuery = {...effect.query, ...(projectId === undefined ? {} : {projectId})};
    const prepared = await prepareQuery(deps, actor, placedQuery, new Date());
    checkFrozen(prepared.project.id, effect.query);
    return {...effect, query: pinnedQuery(effect.query, prepared), projectId: prepared.project.id};
  });
}
