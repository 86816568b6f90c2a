import {requireOrgAdmin} from "../../../shared/core/access.ts";
import {eraseRecipient} from "../../../shared/identity/organization/erase-recipient.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";

export function recipientRoutes(web: Web) {
  return new Operations(web, "Schedules").add("DELETE", "/api/orgs/:orgId/recipients/:email", {
    scope: "manage",
    summary: "Erase a recipient",
    description:
      "Removes an email address from all schedules, actions and agents, and replaces the address with a keyed hash in every delivery, unsubscription, stored mail and entry of the audit log. Unsubscriptions still hold if the address is entered again. A schedule without any recipient left is paused, and so is an action or agent with a mail that has none. The account of a member with this address is not changed. Org-admins only.",
    status: 204,
    errors: ["missing_privilege", "not_found", "invalid_request"],
    handle: async ({actor, params}) => {
      requireOrgAdmin(actor);
      const keys = web.config.encryptionKeys;
      await eraseRecipient({db: web.db, keys}, actor, params["email"] ?? "");
    },
  }).app;
}
