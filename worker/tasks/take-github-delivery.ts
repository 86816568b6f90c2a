import {sql} from "../../shared/db.ts";
import type {JobPayload} from "../../shared/jobs.ts";
import {refreshInstallation} from "../github/refresh-installation.ts";
import type {Worker} from "../worker.ts";

interface Row {
  event: string;
  installation_id: string | null;
}

/**
 * Acts on what GitHub has sent, by fetching the state that it is about. It can run twice, and deliveries can come in any
 * order.
 */
export async function takeGithubDelivery(
  {db, github}: Worker,
  {deliveryId}: JobPayload<"take_github_delivery">,
): Promise<void> {
  if (!github) return;
  const {rows} = await sql<Row>`
    select event, installation_id from github_deliveries where id = ${deliveryId}`.execute(db);
  const delivery = rows[0];
  if (!delivery) return;
  const {event, installation_id: installationId} = delivery;
  if (event === "push" || installationId === null) return;
  await refreshInstallation(db, github, installationId);
}
