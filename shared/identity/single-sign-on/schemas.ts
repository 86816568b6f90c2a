import {type Static, Type} from "@sinclair/typebox";

const open = {additionalProperties: false} as const;
const OrgRole = Type.Union([Type.Literal("admin"), Type.Literal("member")]);
const Seat = Type.Union([Type.Literal("editor"), Type.Literal("viewer")]);
const Attributes = Type.Record(Type.String(), Type.Array(Type.String()));

export const SingleSignOn = Type.Object(
  {
    configured: Type.Boolean({
      description:
        "`false`: no provider is configured, and people sign in with a password; the other settings are null or empty.",
    }),
    name: Type.Union([Type.String(), Type.Null()], {description: "The name on the sign-in button."}),
    issuer: Type.Union([Type.String(), Type.Null()], {
      description: "The address of the provider, as in its tokens.",
    }),
    redirectUri: Type.Union([Type.String(), Type.Null()], {
      description: "The redirect URI to register at the provider.",
    }),
    passwordSignIn: Type.Boolean({description: "Whether people can also sign in with a password."}),
    createSeat: Type.Union([Seat, Type.Null()], {
      description:
        "The seat of people who become members by their first sign-in; null: only existing members can sign in.",
    }),
    teamsClaim: Type.Union([Type.String(), Type.Null()], {
      description: "The claim with the names of the person's teams.",
    }),
    attributes: Type.Record(Type.String(), Type.String(), {
      description: "Row-access attribute → the claim with its values.",
    }),
    groupsClaim: Type.Union([Type.String(), Type.Null()], {
      description: "The claim with the groups that decide who is an org-admin.",
    }),
  },
  {...open, $id: "SingleSignOn"},
);
export type SingleSignOn = Static<typeof SingleSignOn>;

export const SignInPreviewInput = Type.Object(
  {
    claims: Type.Record(Type.String({maxLength: 1000}), Type.Unknown(), {
      description: "Claims as the provider would send them, such as the payload of an ID token.",
    }),
  },
  {...open, $id: "SignInPreviewInput"},
);

const NamedTeam = Type.Object(
  {
    id: Type.String({description: "The id of the team."}),
    name: Type.String({description: "The name of the team."}),
  },
  open,
);

export const SignInPreview = Type.Object(
  {
    outcome: Type.Union([Type.Literal("member"), Type.Literal("created"), Type.Literal("refused")], {
      description:
        "`member`: signs in as an existing member; `created`: becomes a member; `refused`: cannot sign in.",
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: "Why the sign-in would be refused; null: it would not.",
    }),
    member: Type.Union(
      [
        Type.Object(
          {
            id: Type.String({description: "The id of the member."}),
            name: Type.String({description: "The name of the member."}),
            email: Type.String({description: "The email address of the member."}),
          },
          open,
        ),
        Type.Null(),
      ],
      {description: "The member who would sign in; null: a new one, or none."},
    ),
    bound: Type.Boolean({
      description: "Whether an account at the provider is linked to this member already.",
    }),
    orgRole: Type.Union([OrgRole, Type.Null()], {
      description: "The role after the sign-in; null: there is none.",
    }),
    seat: Type.Union([Seat, Type.Null()], {description: "The seat after the sign-in; null: there is none."}),
    attributes: Type.Union([Attributes, Type.Null()], {
      description: "The attributes after the sign-in; null: there are none.",
    }),
    joins: Type.Array(NamedTeam, {description: "Teams that the member would be added to."}),
    leaves: Type.Array(NamedTeam, {description: "Teams that the member would be removed from."}),
    unknownTeams: Type.Array(Type.String(), {description: "Names in the claim that no team has."}),
    pausesRuns: Type.Boolean({
      description:
        "Whether schedules, actions and agents that run as the member would be paused, because their rows would change.",
    }),
  },
  {...open, $id: "SignInPreview"},
);
export type SignInPreview = Static<typeof SignInPreview>;
