import {Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../../shared/core/access.ts";
import {paged, pageOf} from "../../../shared/core/paging.ts";
import {AuditLogQuery, listAuditLog} from "../../../shared/identity/organization/audit-log.ts";
import {AuditEntry} from "../../../shared/identity/organization/schemas.ts";
import type {Web} from "../../dependencies.ts";
import {example} from "../../openapi/organization-examples.ts";
import {Operations} from "../../server/operations.ts";

export function auditLogRoutes(web: Web) {
  return new Operations(web, "Audit log").add("GET", "/api/orgs/:orgId/audit-log", {
    scope: "read",
    summary: "List entries of the audit log",
    description:
      "Who did what to which resource, when and from where, newest first. The parameters filter the entries. Org-admins only.",
    query: AuditLogQuery,
    response: Type.Array(AuditEntry),
    answer: [example.auditEntry],
    errors: ["missing_privilege", "not_found"],
    handle: async ({actor, query, request, headers}) => {
      requireOrgAdmin(actor);
      const {limit, cursor, ...find} = query();
      const page = pageOf({...(limit && {limit}), ...(cursor && {cursor})});
      return paged(await listAuditLog(web.db, actor, page, find), page, request, headers);
    },
  }).app;
}
