import {type Static, Type} from "@sinclair/typebox";
import {PlanView} from "../../tenancy/billing/schemas.ts";

const NO_CONTROLS = "[^\\u0000-\\u001f\\u007f]";

const Id = Type.String({maxLength: 100, examples: ["svc_01jd3m5x8ye4trk5c0kq2v7w9a"]});
const Timestamp = Type.String({format: "date-time", description: "ISO 8601 in UTC with milliseconds."});
const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^(?=.*\\S)${NO_CONTROLS}*$`,
  description: "1 to 200 characters, no control characters, not only blanks.",
});
const Email = Type.String({
  maxLength: 254,
  pattern: "^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+$",
  description: "An email address. It is unique over all organizations, whatever its case.",
});
const OrgRole = Type.Union([Type.Literal("admin"), Type.Literal("member")], {
  $id: "OrgRole",
  description: "Admins manage the organization and see all of its content.",
});
const Seat = Type.Union([Type.Literal("editor"), Type.Literal("viewer")], {
  $id: "Seat",
  description: "A viewer's seat reads and asks; it changes nothing.",
});
export const TeamRole = Type.Union([Type.Literal("lead"), Type.Literal("member")], {
  $id: "TeamRole",
  description: "Leads manage their team's members and share its content.",
});
const Scope = Type.Union([Type.Literal("read"), Type.Literal("write"), Type.Literal("manage")], {
  $id: "Scope",
});
const Scopes = Type.Array(Scope, {
  minItems: 1,
  uniqueItems: true,
  description:
    "`read`: reads and listings; `write`: create, update, run; `manage`: delete and revoke. None implies another.",
});
const AttributeText = Type.String({
  maxLength: 1000,
  pattern: `^${NO_CONTROLS}*$`,
  description: "At most 1000 characters, no control characters.",
});
const Attributes = Type.Record(
  Type.String({pattern: `^${NO_CONTROLS}{1,128}$`}),
  Type.Array(AttributeText, {maxItems: 1000}),
  {
    $id: "Attributes",
    additionalProperties: false,
    maxProperties: 100,
    description: "Attribute → values. Row-level security keeps the rows whose dimension is among the values.",
    examples: [{region: ["EMEA", "APAC"]}],
  },
);

const open = {additionalProperties: false} as const;

export const Member = Type.Object(
  {
    id: Id,
    name: Name,
    email: Email,
    orgRole: OrgRole,
    seat: Seat,
    attributes: Attributes,
    createdAt: Timestamp,
  },
  {...open, $id: "Member"},
);
export type Member = Static<typeof Member>;

export const NewMember = Type.Object(
  {
    name: Name,
    email: Email,
    orgRole: Type.Optional(OrgRole),
    seat: Type.Optional(Seat),
    attributes: Type.Optional(Attributes),
  },
  {...open, $id: "MemberInput"},
);
export type NewMember = Static<typeof NewMember>;

export const MemberChanges = Type.Partial(NewMember, {...open, $id: "MemberEdit"});
export type MemberChanges = Static<typeof MemberChanges>;

export const Team = Type.Object(
  {
    id: Id,
    name: Name,
    role: Type.Union([TeamRole, Type.Null()], {description: "The caller's own role in it; null: none."}),
    memberCount: Type.Integer({minimum: 0, description: "Users and service accounts."}),
  },
  {...open, $id: "Team"},
);
export type Team = Static<typeof Team>;

export const TeamInput = Type.Object({name: Name}, {...open, $id: "TeamInput"});

const PrincipalKind = Type.Union([Type.Literal("user"), Type.Literal("service_account")], {
  $id: "PrincipalKind",
});

export const TeamMember = Type.Object(
  {id: Id, kind: PrincipalKind, name: Name, role: TeamRole},
  {...open, $id: "TeamMember"},
);
export type TeamMember = Static<typeof TeamMember>;

export const ServiceAccount = Type.Object(
  {
    id: Id,
    name: Name,
    scopes: Scopes,
    orgRole: OrgRole,
    expiresAt: Type.Union([Timestamp, Type.Null()], {description: "null: never."}),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()], {description: "To the minute; null: never used."}),
    endsWith: Type.Optional(
      Type.String({
        description: "Of one made with `endsWithMe`: the principal who made it, and with whom it ends.",
      }),
    ),
  },
  {...open, $id: "ServiceAccount"},
);
export type ServiceAccount = Static<typeof ServiceAccount>;

export const NewServiceAccount = Type.Object(
  {
    name: Name,
    scopes: Scopes,
    orgRole: Type.Optional(OrgRole),
    teams: Type.Optional(
      Type.Array(Type.Object({teamId: Id, role: TeamRole}, open), {
        maxItems: 100,
        description: "The teams it is a member of from the start.",
      }),
    ),
    attributes: Type.Optional(Attributes),
    expiresAt: Type.Optional(
      Type.Union([
        Type.String({
          maxLength: 40,
          pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$",
          description: "ISO 8601 with its zone, in the future.",
        }),
        Type.Null(),
      ]),
    ),
    endsWithMe: Type.Optional(
      Type.Boolean({
        description:
          "It expires at once when whoever makes it is removed, or is no org-admin who edits any more: for an account that acts " +
          "for one person.",
      }),
    ),
  },
  {...open, $id: "ServiceAccountInput"},
);
export type NewServiceAccount = Static<typeof NewServiceAccount>;

export const TokenAnswer = Type.Object(
  {
    serviceAccount: ServiceAccount,
    token: Type.Union([Type.String(), Type.Null()], {
      description: "Shown this once; null in a replay of the same `Idempotency-Key`.",
    }),
  },
  {...open, $id: "ServiceAccountToken"},
);

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    actorId: Id,
    actorName: Type.Union([Type.String(), Type.Null()], {
      description: "null: not in the organization any more.",
    }),
    action: Type.String({examples: ["service_account.rotate"]}),
    resourceType: Type.String({examples: ["service_account"]}),
    resourceId: Id,
    resourceName: Type.Union([Type.String(), Type.Null()], {
      description: "What it is called now; null where it has no name, or is gone.",
    }),
    details: Type.Record(Type.String(), Type.Unknown()),
    address: Type.Union([Type.String(), Type.Null()], {description: "Where the request came from."}),
    requestId: Type.Union([Type.String(), Type.Null()]),
    createdAt: Timestamp,
  },
  {...open, $id: "AuditEntry"},
);
export type AuditEntry = Static<typeof AuditEntry>;

export const Whoami = Type.Object(
  {
    principal: Type.Object({
      id: Id,
      kind: PrincipalKind,
      name: Name,
      email: Type.Optional(Type.String({description: "Users only."})),
    }),
    orgId: Id,
    org: Type.Object({id: Id, name: Name}),
    orgRole: OrgRole,
    seat: Seat,
    scopes: Scopes,
    teams: Type.Array(Type.Object({id: Id, name: Name, role: TeamRole})),
    attributes: Attributes,
    plan: Type.Optional(
      Type.Union([PlanView, Type.Null()], {
        description: "What the organization's plan allows. Only where the service has Stripe.",
      }),
    ),
    service: Type.Object(
      {
        version: Type.String(),
        commit: Type.Union([Type.String(), Type.Null()], {
          description: "Null where the release was made without its history.",
        }),
      },
      {description: "The release that answers."},
    ),
  },
  {...open, $id: "Whoami"},
);
export type Whoami = Static<typeof Whoami>;
