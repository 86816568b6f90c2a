import {type Static, Type} from "@sinclair/typebox";

const open = {additionalProperties: false} as const;
const OrgRole = Type.Union([Type.Literal("admin"), Type.Literal("member")]);
const Seat = Type.Union([Type.Literal("editor"), Type.Literal("viewer")]);
const Attributes = Type.Record(Type.String(), Type.Array(Type.String()));

export const SingleSignOn = Type.Object(
  {
    configured: Type.Boolean({
      description: "false: people sign in with a password alone, and all else is null.",
    }),
    name: Type.Union([Type.String(), Type.Null()]),
    issuer: Type.Union([Type.String(), Type.Null()]),
    redirectUri: Type.Union([Type.String(), Type.Null()], {
      description: "The address that the provider has to know, to send people back to.",
    }),
    passwordSignIn: Type.Boolean(),
    createSeat: Type.Union([Seat, Type.Null()], {
      description: "The seat of people who become members at their first sign-in; null: nobody does.",
    }),
    teamsClaim: Type.Union([Type.String(), Type.Null()]),
    attributes: Type.Record(Type.String(), Type.String(), {
      description: "Attribute → the claim that it follows.",
    }),
    groupsClaim: Type.Union([Type.String(), Type.Null()]),
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

const NamedTeam = Type.Object({id: Type.String(), name: Type.String()}, open);

export const SignInPreview = Type.Object(
  {
    outcome: Type.Union([Type.Literal("member"), Type.Literal("created"), Type.Literal("refused")]),
    reason: Type.Union([Type.String(), Type.Null()], {description: "Why the person would be refused."}),
    member: Type.Union([
      Type.Object({id: Type.String(), name: Type.String(), email: Type.String()}, open),
      Type.Null(),
    ]),
    bound: Type.Boolean({description: "Whether somebody at the provider signs in as this member already."}),
    orgRole: Type.Union([OrgRole, Type.Null()]),
    seat: Type.Union([Seat, Type.Null()]),
    attributes: Type.Union([Attributes, Type.Null()]),
    joins: Type.Array(NamedTeam),
    leaves: Type.Array(NamedTeam),
    unknownTeams: Type.Array(Type.String(), {description: "Names in the claim that no team has."}),
    pausesRuns: Type.Boolean({
      description:
        "Whether schedules, actions and agents that run as the member would be paused, because of other rows.",
    }),
  },
  {...open, $id: "SignInPreview"},
);
export type SignInPreview = Static<typeof SignInPreview>;
