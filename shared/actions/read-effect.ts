import {requireOrgAdminServiceAccount, requireScope} from "../access.ts";
import type {Actor} from "../actor.ts";
import {requireAgent} from "../agents/find.ts";
import {pinnedQuery} from "../authors/saved-query.ts";
import {requireContent} from "../content/content.ts";
import {checkFrozen} from "../datasets/freeze.ts";
import {requireSender} from "../deliveries/run.ts";
import {oneLine} from "../one-line.ts";
import {requireProject} from "../projects/find.ts";
import {prepareQuery} from "../queries/prepare.ts";
import type {Runner} from "../queries/runner.ts";
import {readRecipients} from "../schedules/read-schedule.ts";
import {refused, requireSeen, under} from "./refused.ts";
import type {Effect, EmailEffect, SnapshotEffect} from "./schemas.ts";
import {checkTemplate} from "./template.ts";

/** The effect in one spelling. Throws `invalid_request` for what it could not do, with the place of the fault. */
export async function readEffect(
  runner: Runner,
  actor: Actor,
  effect: Effect,
  path: string,
): Promise<Effect> {
  switch (effect.type) {
    case "email":
      return readEmail(runner, actor, effect, path);
    case "run_delivery":
      await requireSeen(`${path}/scheduleId`, () => requireSender(runner.db, actor, effect.scheduleId));
      return effect;
    case "run_agent":
      requireOrgAdminServiceAccount(actor);
      await requireSeen(`${path}/agentId`, () => requireAgent(runner.db, actor, effect.agentId));
      return effect;
    case "sync_project":
      await requireSeen(`${path}/projectId`, () => requireProject(runner.db, actor, effect.projectId));
      requireOrgAdminServiceAccount(actor);
      return effect;
    case "snapshot_dataset":
      return readSnapshot(runner, actor, effect, path);
  }
}

async function readEmail(
  runner: Runner,
  actor: Actor,
  effect: EmailEffect,
  path: string,
): Promise<EmailEffect> {
  const {allowedDomains} = runner.config.mail;
  if (effect.recipients.length === 0) throw refused(`${path}/recipients`, "A mail needs a recipient.");
  const recipients = readRecipients(effect.recipients, allowedDomains, `${path}/recipients`);
  checkTemplate(effect.subject, `${path}/subject`);
  checkTemplate(effect.message, `${path}/message`);
  const {chartId} = effect;
  if (chartId !== undefined) {
    await requireSeen(`${path}/chartId`, () => requireContent(runner.db, actor, "chart", chartId, "view"));
  }
  return {...effect, recipients, subject: oneLine(effect.subject)};
}

async function readSnapshot(
  runner: Runner,
  actor: Actor,
  effect: SnapshotEffect,
  path: string,
): Promise<SnapshotEffect> {
  if (effect.keep !== undefined) requireScope(actor, "manage");
  const {projectId} = effect;
  if (projectId !== undefined) {
    await requireSeen(`${path}/projectId`, () => requireProject(runner.db, actor, projectId));
  }
  return under(`${path}/query`, async () => {
    const asked = {...effect.query, ...(projectId === undefined ? {} : {projectId})};
    const prepared = await prepareQuery(runner, actor, asked, new Date());
    checkFrozen(prepared.project.id, effect.query);
    return {...effect, query: pinnedQuery(effect.query, prepared), projectId: prepared.project.id};
  });
}
