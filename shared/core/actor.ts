export const SCOPES = ["read", "write", "manage"] as const;
export type Scope = (typeof SCOPES)[number];
export type OrgRole = "admin" | "member";
export type TeamRole = "lead" | "member";

/** Attribute → values, for row-level security. */
export type Attributes = Readonly<Record<string, readonly string[]>>;

/** The ids of all projects and of all content that a run of an agent may know. */
export interface Grounding {
  readonly projects: readonly string[];
  readonly content: readonly string[];
}

/**
 * The caller: one principal of one org, with the rights of its token. Every function that checks rights takes an actor.
 */
export interface Actor {
  readonly id: string;
  readonly kind: "user" | "service_account";
  readonly name: string;
  readonly email?: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly orgRole: OrgRole;
  readonly seat: "editor" | "viewer";
  readonly scopes: readonly Scope[];
  readonly teams: readonly {readonly id: string; readonly name: string; readonly role: TeamRole}[];
  readonly attributes: Attributes;
  /**
   * Set if the caller holds an embed token: the caller may run the charts that the token opens, and may query no model.
   */
  readonly embedded?: true;
  /** Set for a run of an agent: only the grounding exists for it, whatever its principal may see. */
  readonly grounding?: Grounding;
  /**
   * The author of what this actor saves, if that is another principal: content that an agent makes belongs to the
   * agent's owner, who is the actor, but its author is the principal of the agent's run.
   */
  readonly author?: string;
  /**
   * Set for a principal that is being created: its creator. The audit log records the creator as the actor of
   * everything that is created together with the principal.
   */
  readonly madeBy?: string;
  /** SHA-256 of the request's token in base64, if it came with one. A change is refused once this token is revoked. */
  readonly tokenHash?: string;
  /** The request's id, for the audit log. */
  readonly requestId?: string;
  readonly address?: string;
}

/** The principal to record as the author of queries, cells, tiles and filters that the actor saves. */
export function authorOf({id, author = id}: Actor): string {
  return author;
}
