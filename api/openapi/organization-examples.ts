const orgId = "org_01jd3m5x8ye4trk5c0kq2v7w90";

const member = {
  id: "user_01jd3m5x8ye4trk5c0kq2v7w91",
  name: "Ada Osei",
  email: "ada@example.com",
  orgRole: "member",
  seat: "editor",
  attributes: {region: ["EMEA"]},
  createdAt: "2026-03-02T09:15:00.000Z",
};

const team = {id: "team_01jd3m5x8ye4trk5c0kq2v7w92", name: "Revenue", role: "lead", memberCount: 4};

const serviceAccount = {
  id: "svc_01jd3m5x8ye4trk5c0kq2v7w93",
  name: "Nightly export",
  scopes: ["read"],
  orgRole: "member",
  expiresAt: null,
  createdAt: "2026-03-02T09:15:00.000Z",
  lastUsedAt: "2026-03-09T02:00:00.000Z",
};

const {memberCount: _, ...ownTeam} = team;

/** Examples of members, teams and service accounts for the OpenAPI document. */
export const example = {
  member,
  team,
  teamMember: {id: member.id, kind: "user", name: member.name, role: "member"},
  serviceAccount,
  token: {serviceAccount, token: "svc_pat_…"},
  whoami: {
    principal: {id: serviceAccount.id, kind: "service_account", name: serviceAccount.name},
    orgId,
    org: {id: orgId, name: "Acme"},
    orgRole: "member",
    seat: "editor",
    scopes: ["read"],
    teams: [ownTeam],
    attributes: {region: ["EMEA"]},
    service: {version: "0.1.0", commit: "4c6f1f2a0d2b7a1e7c5b3d9f8e6a5b4c3d2e1f00"},
  },
  auditEntry: {
    id: "4711",
    actorId: member.id,
    actorName: member.name,
    action: "service_account.rotate",
    resourceType: "service_account",
    resourceId: serviceAccount.id,
    resourceName: serviceAccount.name,
    details: {overlapSeconds: 3600},
    address: "192.0.2.7",
    requestId: "req_01993a52-7c1e-7d2a-9c1d-2f5b6a1e4c33",
    createdAt: "2026-03-09T02:00:00.000Z",
  },
};
