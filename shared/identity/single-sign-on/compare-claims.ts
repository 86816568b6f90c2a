import type {Attributes, OrgRole} from "../../core/actor.ts";
import type {MemberClaims} from "./claims.ts";

/** The state of a member that a sign-in can change. */
export interface MemberState {
  orgRole: OrgRole;
  /** Whether a group of the provider has made the member an org-admin. */
  adminByClaim: boolean;
  attributes: Attributes;
  /** `byClaim`: a claim has made the membership; the others were made by hand. */
  teams: readonly {id: string; name: string; byClaim: boolean}[];
}

export interface NamedTeam {
  id: string;
  name: string;
}

/** The state of a member after the claims are applied. */
export interface Outcome {
  orgRole: OrgRole;
  adminByClaim: boolean;
  attributes: Attributes;
  joins: NamedTeam[];
  leaves: NamedTeam[];
  /** Names in the claim that no team of the organization has. */
  unknownTeams: string[];
  /**
   * Whether values of an attribute have changed. An attribute that is removed as a whole does not count: whatever needs
   * it fails with an error.
   */
  attributesChanged: boolean;
}

/**
 * Applies claims to the state of a member. An attribute of the configuration gets the claim's values, and is removed
 * where the claim has none. Memberships by claim become those that the claim names, and a role by claim becomes the
 * role of the group. What was made by hand stays.
 */
export function compareClaims(
  claims: Pick<MemberClaims, "teams" | "attributes" | "isAdmin">,
  before: MemberState,
  orgTeams: readonly NamedTeam[],
): Outcome {
  const named = orgTeams.filter(({name}) => claims.teams.includes(name));
  const attributes = attributesAfter(claims.attributes, before.attributes);
  return {
    ...roleAfter(claims.isAdmin, before),
    attributes,
    joins: named.filter(({id}) => !before.teams.some(team => team.id === id)),
    leaves: before.teams
      .filter(({id, byClaim}) => byClaim && !named.some(team => team.id === id))
      .map(({id, name}) => ({id, name})),
    unknownTeams: claims.teams.filter(name => !named.some(team => team.name === name)),
    attributesChanged: Object.entries(attributes).some(
      ([name, values]) => !isSame(values, before.attributes[name] ?? []),
    ),
  };
}

function attributesAfter(claimed: MemberClaims["attributes"], before: Attributes): Attributes {
  const unclaimed = Object.entries(before).filter(([name]) => !claimed.has(name));
  const followed = [...claimed]
    .filter(([, values]) => values.length > 0)
    .map(([name, values]): [string, readonly string[]] => {
      const old = before[name];
      // The order of the values means nothing, and the provider may send them in another order each time.
      return [name, old && isSame(old, values) ? old : values];
    });
  return Object.fromEntries([...unclaimed, ...followed]);
}

function roleAfter(
  isAdmin: boolean,
  {orgRole, adminByClaim}: MemberState,
): Pick<Outcome, "orgRole" | "adminByClaim"> {
  if (isAdmin && orgRole === "member") return {orgRole: "admin", adminByClaim: true};
  if (!isAdmin && orgRole === "admin" && adminByClaim) return {orgRole: "member", adminByClaim: false};
  return {orgRole, adminByClaim: adminByClaim && orgRole === "admin"};
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).size === new Set(b).size && a.every(value => b.includes(value));
}
