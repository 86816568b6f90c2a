import type {Static, TObject, TSchema} from "@sinclair/typebox";
import type {Actor, Scope} from "../../core/actor.ts";
import type {ContentType} from "../../core/content-types.ts";
import type {Db} from "../../core/db.ts";
import type {ErrorCode} from "../../core/errors.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";
import type {ContentRow} from "../../tenancy/content-kinds/content.ts";
import {
  type ContentKind,
  deleteResource,
  getResource,
  listResources,
} from "../../tenancy/content-kinds/kind.ts";
import type {ContentPage} from "../../tenancy/content-kinds/listing.ts";
import {readActivity, type SetActive} from "../../tenancy/content-kinds/recurring.ts";
import type {Standing} from "../../tenancy/content-kinds/schemas.ts";
import {argumentsParserOf, changesParserOf} from "./parse-arguments.ts";

/** What the OpenAPI document and the list of tools say about a kind, where that does not follow from its name. */
interface Documents<V, L> {
  readonly view: TSchema;
  readonly example: V;
  /** The schema and example of a list's entries, where they differ from a single resource. */
  readonly listed?: {readonly schema: TSchema; readonly example: L};
  /** Descriptions of the kind, for its tag, and of its operations. The description of the list has a default. */
  readonly texts: {
    readonly kind: string;
    readonly list?: string;
    readonly get?: string;
    readonly remove?: string;
  };
  /** The difference between deleting this kind and deleting other kinds, in a sentence. */
  readonly removal?: {
    readonly scope?: Scope;
    readonly unpaid?: true;
    readonly errors?: readonly ErrorCode[];
    /** What `force=true` does, where a deletion can be forced. */
    readonly force?: string;
  };
  /** Whether saving a resource compiles its queries, and can be refused with the errors of a query. */
  readonly compiles?: true;
  readonly bodyLimitBytes?: number;
}

/** The list as agents see it. Its text has the given columns, its data the whole row. */
interface Listing<L> {
  readonly description: string;
  readonly columns: readonly string[];
  /** The row without id, name and team. */
  readonly row: (one: L) => Readonly<Record<string, unknown>>;
  /** The text of an empty list, if the default text does not fit. */
  readonly empty?: string;
}

/** The body of content that may belong to a team. */
export type OwnedSchema = TSchema & {static: {teamId?: string | null | undefined}};

interface Saving<B> {
  readonly description: string;
  readonly body: B;
  readonly example: object;
  /** The example of the answer, where it differs from that of the kind. */
  readonly answer?: object;
}

/** How programs create a resource. */
export interface Creation<B extends OwnedSchema, D> extends Saving<B> {
  readonly run: (deps: D, actor: Actor, input: Static<B>) => Promise<object>;
}

/**
 * How programs change a resource: with `PUT` the body replaces it, with `PATCH` the body has only the keys that change.
 * `run` checks the rights before it reads the body, because an invalid body throws.
 */
export interface Change<B extends TObject, D> extends Saving<B> {
  readonly method: "PUT" | "PATCH";
  readonly run: (
    deps: D,
    actor: Actor,
    id: string,
    readBody: () => Promise<Static<B>>,
    checkCurrent?: (current: unknown) => void,
  ) => Promise<Changed>;
}

interface Changed {
  id: string;
  name?: string;
}

export type Warning = string | {message: string};

interface Made extends Partial<Changed> {
  /** Problems that the resource will run into as it is. */
  warnings?: readonly Warning[];
}

/** How agents create a resource. */
export interface CreateTool<I extends TObject, D> {
  readonly description: string;
  readonly input: I;
  /** The annotations that differ from those of a tool that creates something new with every call. */
  readonly hints?: Readonly<Partial<Record<"destructiveHint" | "idempotentHint" | "openWorldHint", true>>>;
  /** A hint for the agent on what to do after the creation. */
  readonly next?: string;
  /** Creates the resource in the database of `deps`. */
  readonly create: (
    deps: D,
    actor: Actor,
    input: Static<I>,
    queryContext: QueryContext,
  ) => Promise<Made & {id: string}>;
  /** The checks alone, for a `create` that does more than the database can roll back. */
  readonly check?: (deps: D, actor: Actor, input: Static<I>, queryContext: QueryContext) => Promise<Made>;
}

/** The change of a resource in any version: the given keys of its input replace those of the resource. */
type Edit<D> = (deps: D, actor: Actor, id: string, changes: Record<string, unknown>) => Promise<Changed>;

interface Viewed {
  id: string;
  name: string;
  teamId: string | null;
}

/** What programs and agents can do with a kind, and what they read about it. */
interface Description<V, L, D, C extends OwnedSchema, U extends TObject, I extends TObject>
  extends Documents<V, L> {
  readonly listing: Listing<L>;
  readonly create?: Creation<C, D>;
  readonly change?: Change<U, D>;
  /** Pauses and resumes content that recurs. */
  readonly activity?: {readonly description: string; readonly run: SetActive<V, D>};
  readonly tool?: CreateTool<I, D>;
  /** The change for agents, where it does not follow from `change`. */
  readonly edit?: Edit<D>;
  /** With `PATCH`: the values that an agent sets by null, where a key must have one. */
  readonly empty?: Partial<Static<U>>;
  /** The part of a resource that its replacement by an agent keeps. Default: everything. */
  readonly keep?: (current: V) => object;
}

/**
 * A kind of content for programs and agents, without the types of its rows and views. Only a function that is passed to
 * `create`, `change` or `tool` knows the types of the bodies.
 */
export interface DescribedKind<D> extends Documents<object, object> {
  readonly type: ContentType;
  /** Whether its list can be filtered by project. */
  readonly hasProject: boolean;
  readonly countsViews: boolean;
  readonly listing: Omit<Listing<never>, "row">;
  readonly listRows: (
    deps: D,
    actor: Actor,
    page: ContentPage,
  ) => Promise<(Record<string, unknown> & {id: string})[]>;
  readonly list: (deps: D, actor: Actor, page: ContentPage) => Promise<(Viewed & Partial<Standing>)[]>;
  readonly get: (deps: D, actor: Actor, id: string) => Promise<Viewed>;
  readonly delete: (
    deps: D,
    actor: Actor,
    id: string,
    isForced: () => boolean,
    checkCurrent?: (current: unknown) => void,
  ) => Promise<void>;
  readonly activity?: {readonly description: string; readonly run: SetActive<Changed, D>};
  readonly create?: <T>(use: <B extends OwnedSchema>(creation: Creation<B, D>) => T) => T;
  readonly change?: <T>(use: <B extends TObject>(change: Change<B, D>) => T) => T;
  readonly tool?: <T>(use: <I extends TObject>(tool: CreateTool<I, D>) => T) => T;
  readonly edit?: Edit<D>;
}

export function describeKind<
  S,
  R extends ContentRow,
  V extends Viewed,
  D extends {readonly db: Db},
  L extends Viewed,
  C extends OwnedSchema,
  U extends TObject,
  I extends TObject,
>(
  kind: ContentKind<S, R, V, D, L>,
  {listing: {row, ...listing}, create, change, tool, ...description}: Description<V, L | V, D, C, U, I>,
): DescribedKind<D> {
  const {activity, keep = current => current, empty = {}, edit = change && editOf(change)} = description;

  /** `change` for agents: they have read the resource that they change, and the last change wins. */
  function editOf({method, body, run}: Change<U, D>): Edit<D> {
    const read = method === "PUT" ? argumentsParserOf(body, "body") : changesParserOf(body, empty);
    return async (deps, actor, id, given) => {
      const {active, ...others} = given;
      const setsActive = activity !== undefined && active !== undefined;
      const changes = setsActive ? others : given;
      if (!setsActive || Object.keys(changes).length > 0) {
        const current = method === "PUT" ? keep(await getResource(deps, actor, kind, id)) : {};
        const changed = await run(deps, actor, id, async () => read({...current, ...changes}));
        if (!setsActive) return changed;
      }
      return activity.run(deps, actor, id, async () => readActivity({active}));
    };
  }

  return {
    ...description,
    type: kind.type,
    hasProject: kind.inProject !== undefined,
    countsViews: kind.countsViews === true,
    listing,
    list: (deps, actor, page) => listResources(deps, actor, kind, page),
    listRows: async (deps, actor, page) =>
      (await listResources(deps, actor, kind, page)).map(one => {
        const {id, name, teamId} = one;
        return {id, name, ...row(one), ...(teamId !== null && {teamId})};
      }),
    get: (deps, actor, id) => getResource(deps, actor, kind, id),
    delete: (deps, actor, id, isForced, checkCurrent) =>
      deleteResource(deps, actor, kind, id, isForced, checkCurrent),
    ...(create && {create: use => use(create)}),
    ...(change && {change: use => use(change)}),
    ...(tool && {tool: use => use(tool)}),
    ...(edit && {edit}),
  };
}
