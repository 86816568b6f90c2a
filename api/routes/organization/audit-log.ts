import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {listAuditLog} from "../../../shared/identity/organization/audit-log.ts";
import {AuditEntry} from "../../../shared/identity/organization/schemas.ts";
import {example} from "../../openapi/organization-examples.ts";
import type {Web} from "../../web.ts";
import {adminListEndpoint} from "./admin-list.ts";

export function auditLogRoutes(web: Web) {
  return new Elysia().get(
    "/api/orgs/:orgId/audit-log",
    ...adminListEndpoint(
      web,
      {
        tag: "Audit log",
        summary: "Read the audit log",
        description: "Who did what to which resource, from where, newest first. Org-admins only.",
        response: Type.Array(AuditEntry),
        answer: [example.auditEntry],
      },
      listAuditLog,
    ),
  );
}
