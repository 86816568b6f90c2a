import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {requireOrgAdmin} from "../../../shared/ground/access.ts";
import {PageQuery, paged, pageOf} from "../../../shared/ground/paging.ts";
import {listAuditLog} from "../../../shared/identity/organization/audit-log.ts";
import {AuditEntry} from "../../../shared/identity/organization/schemas.ts";
import {example} from "../../openapi/organization-examples.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";

export function auditLogRoutes(web: Web) {
  return new Elysia().get(
    "/api/orgs/:orgId/audit-log",
    ...endpoint(
      web,
      {
        tag: "Audit log",
        summary: "Read the audit log",
        description: "Who did what to which resource, from where, newest first. Org-admins only.",
        scope: "read",
        query: PageQuery,
        response: Type.Array(AuditEntry),
        answer: [example.auditEntry],
        errors: ["missing_privilege", "not_found"],
      },
      async ({actor, query, request, headers}) => {
        requireOrgAdmin(actor);
        const page = pageOf(query());
        return paged(await listAuditLog(web.db, actor, page), page, request, headers);
      },
    ),
  );
}
