import {type Static, Type} from "@sinclair/typebox";
import type {PictureDrawer} from "../../content/charts/picture-drawer.ts";
import {checkFilters} from "../../content/dashboards/check-filters.ts";
import {readCadence} from "../../core/cadence/cron.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import {nameResources, resourcesOf} from "../schedules/resources.ts";
import {ScheduleInput} from "../schedules/schemas.ts";
import {assembleReport} from "./assemble-report.ts";
import {readAtOf, reportResources, runResources} from "./build-report.ts";
import type {MailRenderer} from "./mail-renderer.ts";

const {cron, recipients, ...rest} = ScheduleInput.properties;

/** A schedule to preview, which may omit its cron expression and recipients. */
export const PreviewInput = Type.Object(
  {...rest, cron: Type.Optional(cron), recipients: Type.Optional(recipients)},
  {additionalProperties: false, $id: "SchedulePreview"},
);
export type PreviewInput = Static<typeof PreviewInput>;

const NO_CRON = "0 8 * * *";

/** The mail's HTML with the rows that the caller gets now, and with its pictures inlined. Nothing is saved or sent. */
export async function previewSchedule(
  runner: QueryRunner & PictureDrawer & MailRenderer,
  queryContext: QueryContext,
  input: PreviewInput,
): Promise<string> {
  const {timezone = "UTC", filters = [], message = null} = input;
  const cadence = readCadence({cron: input.cron ?? NO_CRON, timezone});
  checkFilters(filters);
  const requested = resourcesOf({...input, cron: cadence.cron, recipients: []});
  const named = await nameResources(runner.db, queryContext.actor, requested);
  const now = new Date();
  const ran = await runResources(runner, queryContext, {resources: named, filters, now});
  const {baseUrl} = runner.config;
  const {resources, pictures} = await reportResources(runner, queryContext, ran, {baseUrl});
  const frame = {
    name: input.name ?? named[0]?.name ?? "Preview",
    trigger: "schedule",
    definition: {message, filters, ...cadence},
    slot: now,
    owner: queryContext.actor.name,
    readAt: readAtOf(ran, now),
    notes: [],
    unsubscribeUrl: `${baseUrl}/unsubscribe`,
  };
  const {html} = await runner.renderMail(queryContext, assembleReport(frame, resources));
  const contents = new Map(pictures.map(({cid, content}) => [cid, content]));
  // The pattern matches only the addresses of pictures, because quotation marks in texts that people wrote are escaped.
  return html.replace(/ src="cid:([\w@-]+)"/g, (source, cid: string) => {
    const content = contents.get(cid);
    return content ? ` src="data:image/png;base64,${content.toString("base64")}"` : source;
  });
}
