import {Elysia} from "elysia";
import type {Web} from "../dependencies.ts";
import {auditLogRoutes} from "./organization/audit-log.ts";
import {memberRoutes} from "./organization/members.ts";
import {recipientRoutes} from "./organization/recipients.ts";
import {serviceAccountRoutes} from "./organization/service-accounts.ts";
import {singleSignOnRoutes} from "./organization/single-sign-on.ts";
import {teamRoutes} from "./organization/teams.ts";
import {whoamiRoutes} from "./organization/whoami.ts";

/** Identity and organization: who calls, members, teams, service accounts, the audit log. */
export function organizationRoutes(web: Web) {
  return new Elysia()
    .use(whoamiRoutes(web))
    .use(memberRoutes(web))
    .use(teamRoutes(web))
    .use(serviceAccountRoutes(web))
    .use(singleSignOnRoutes(web))
    .use(recipientRoutes(web))
    .use(auditLogRoutes(web));
}
