import {Elysia} from "elysia";
import {requireOrgAdmin} from "../../../shared/ground/access.ts";
import {eraseRecipient} from "../../../shared/identity/organization/erase-recipient.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";

export function recipientRoutes(web: Web) {
  return new Elysia().delete(
    "/api/orgs/:orgId/recipients/:email",
    ...endpoint(
      web,
      {
        tag: "Schedules",
        summary: "Erase a recipient",
        description:
          "Takes an address out of all schedules, and puts a keyed hash in its place in every delivery, stop, stored mail and entry of the audit log. Whoever had stopped a schedule has still stopped it if they are named again. A schedule that has nobody left is paused. A member's account is not touched. Org-admins only.",
        scope: "manage",
        status: 204,
        errors: ["missing_privilege", "not_found", "invalid_request"],
      },
      async ({actor, params}) => {
        requireOrgAdmin(actor);
        const keys = web.config.encryptionKeys;
        await eraseRecipient({db: web.db, keys}, actor, params["email"] ?? "");
      },
    ),
  );
}
