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
  description: "An email address, unique in the whole service, ignoring case.",
});
const OrgRole = Type.Union([Type.Literal("admin"), Type.Literal("member")], {
  $id: "OrgRole",
  description: "`admin`: manages the organization and sees all of its content. Default `member`.",
});
const Seat = Type.Union([Type.Literal("editor"), Type.Literal("viewer")], {
  $id: "Seat",
  description: "`viewer`: can read and query, and change nothing. Default `editor`.",
});
export const TeamRole = Type.Union([Type.Literal("lead"), Type.Literal("member")], {
  $id: "TeamRole",
  description: "`lead`: manages the team's members and shares its content.",
});
const Scope = Type.Union([Type.Literal("read"), Type.Literal("write"), Type.Literal("manage")], {
  $id: "Scope",
});
const Scopes = Type.Array(Scope, {
  minItems: 1,
  uniqueItems: true,
  description:
    "`read`: read, list and query; `write`: create, change and run; `manage`: delete and revoke. None implies another.",
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
    description:
      "Attribute → values, for row-level security: a model's rules keep the rows whose dimension is among the values.",
    examples: [{region: ["EMEA", "APAC"]}],
  },
);

const open = {additionalProperties: false} as const;

export const Member = Type.Object(
  {
    id: {...Id, description: "The id of the member."},
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
    id: {...Id, description: "The id of the team."},
    name: Name,
    role: Type.Union([TeamRole, Type.Null()], {
      description: "The caller's role in the team; null: the caller is not a member.",
    }),
    memberCount: Type.Integer({minimum: 0, description: "The number of its users and service accounts."}),
  },
  {...open, $id: "Team"},
);
export type Team = Static<typeof Team>;

export const TeamInput = Type.Object({name: Name}, {...open, $id: "TeamInput"});

const PrincipalKind = Type.Union([Type.Literal("user"), Type.Literal("service_account")], {
  $id: "PrincipalKind",
  description: "Whether it is a person or a program.",
});

export const TeamMember = Type.Object(
  {
    id: {...Id, description: "The id of the user or service account."},
    kind: PrincipalKind,
    name: Name,
    role: TeamRole,
  },
  {...open, $id: "TeamMember"},
);
export type TeamMember = Static<typeof TeamMember>;

export const ServiceAccount = Type.Object(
  {
    id: {...Id, description: "The id of the service account."},
    name: Name,
    scopes: Scopes,
    orgRole: OrgRole,
    expiresAt: Type.Union([Timestamp, Type.Null()], {
      description: "When its token stops working; null: never.",
    }),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()], {
      description: "When its token was last used, to the minute; null: never.",
    }),
    endsWith: Type.Optional(
      Type.String({
        description: "Only with `endsWithMe`: the principal who made it.",
      }),
    ),
  },
  {...open, $id: "ServiceAccount", description: "A program that calls the service with its token."},
);
export type ServiceAccount = Static<typeof ServiceAccount>;

export const NewServiceAccount = Type.Object(
  {
    name: Name,
    scopes: Scopes,
    orgRole: Type.Optional(OrgRole),
    teams: Type.Optional(
      Type.Array(Type.Object({teamId: {...Id, description: "The id of the team."}, role: TeamRole}, open), {
        maxItems: 100,
        description: "The teams that it becomes a member of.",
      }),
    ),
    attributes: Type.Optional(Attributes),
    expiresAt: Type.Optional(
      Type.Union([
        Type.String({
          maxLength: 40,
          pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$",
          description:
            "When its token stops working: ISO 8601 with an offset or `Z`, in the future. Default null: never.",
        }),
        Type.Null(),
      ]),
    ),
    endsWithMe: Type.Optional(
      Type.Boolean({
        description:
          "`true`: it expires as soon as its maker is removed, or is no longer an org-admin with an editor's seat, and, if a page of a browser " +
          "has made it, with the browser session. For an account that acts for one person. Default `false`.",
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
      description: "The token, which is shown only once; null in a replay with the same `Idempotency-Key`.",
    }),
  },
  {...open, $id: "ServiceAccountToken"},
);

export const AuditEntry = Type.Object(
  {
    id: Type.String({description: "The id of the entry."}),
    actorId: {...Id, description: "The user or service account who did it."},
    actorName: Type.Union([Type.String(), Type.Null()], {
      description: "null: the principal is no longer in the organization.",
    }),
    action: Type.String({
      examples: ["service_account.rotate"],
      description: "What was done, as resource and verb.",
    }),
    resourceType: Type.String({examples: ["service_account"], description: "The type of the resource."}),
    resourceId: {...Id, description: "The id of the resource."},
    resourceName: Type.Union([Type.String(), Type.Null()], {
      description: "The current name; null if it has none, or no longer exists.",
    }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: "Further facts; they depend on `action`.",
    }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: "The IP address that the request came from; null: not known.",
    }),
    requestId: Type.Union([Type.String(), Type.Null()], {
      description: "The `X-Request-Id` of the request; null: not known.",
    }),
    createdAt: Timestamp,
  },
  {...open, $id: "AuditEntry"},
);
export type AuditEntry = Static<typeof AuditEntry>;

export const Whoami = Type.Object(
  {
    principal: Type.Object(
      {
        id: {...Id, description: "The id of the principal."},
        kind: PrincipalKind,
        name: Name,
        email: Type.Optional(Type.String({description: "Only of users."})),
      },
      {description: "The user or service account whose rights the token has."},
    ),
    orgId: {...Id, description: "The organization's id, for paths with `{orgId}`."},
    org: Type.Object(
      {id: {...Id, description: "The same as `orgId`."}, name: Name},
      {description: "The organization."},
    ),
    orgRole: OrgRole,
    seat: Seat,
    scopes: Scopes,
    teams: Type.Array(
      Type.Object({id: {...Id, description: "The id of the team."}, name: Name, role: TeamRole}),
      {description: "The teams of the principal, with its role in each."},
    ),
    attributes: Attributes,
    plan: Type.Optional(
      Type.Union([PlanView, Type.Null()], {
        description: "The organization's plan; null: it has none. Only where the service has Stripe.",
      }),
    ),
    service: Type.Object(
      {
        version: Type.String({description: "The version of the release."}),
        commit: Type.Union([Type.String(), Type.Null()], {
          description: "The Git commit of the release; null: not known.",
        }),
      },
      {description: "The release of the service that answers."},
    ),
  },
  {...open, $id: "Whoami"},
);
export type Whoami = Static<typeof Whoami>;
