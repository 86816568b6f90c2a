import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {type AnyElysia, Elysia} from "elysia";
import {Activity} from "../../shared/automation/schedules/schemas.ts";
import type {Actor} from "../../shared/ground/actor.ts";
import type {ContentType} from "../../shared/ground/content-types.ts";
import type {Runner} from "../../shared/interfaces/tools/tool.ts";
import {type ContentRow, requireOwnTeam} from "../../shared/tenancy/content-kinds/content.ts";
import {
  type ContentKind,
  deleteResource,
  getResource,
  listResources,
} from "../../shared/tenancy/content-kinds/kind.ts";
import {
  ContentListQuery,
  contentPageOf,
  ProjectContentListQuery,
  pagedContent,
} from "../../shared/tenancy/content-kinds/listing.ts";
import {type Pausing, type RecurringRow, setActive} from "../../shared/tenancy/content-kinds/recurring.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import type {EndpointDoc} from "../openapi/describe-endpoint.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";
import {type KindDoc, namesOf} from "./kind-doc.ts";
import {answerLook} from "./look.ts";

/** A kind of content for programs: its texts, and its routes. */
export interface KindRoutes {
  readonly doc: KindDoc;
  /** Further tags of its operations with their descriptions, which are shown before its own. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly routes: (web: Web) => AnyElysia;
}

/** The id in the path; for a chart that is `{chartId}`. */
export function idIn(type: ContentType | "project", {params}: {params: Record<string, string>}): string {
  return params[`${type}Id`] ?? "";
}

function forceQuery(description: string) {
  const flag = Type.Union([Type.Literal("true"), Type.Literal("false")], {
    description,
    means: {type: "boolean", default: false},
  });
  return Type.Object({force: Type.Optional(flag)}, {additionalProperties: false});
}

type Endpoint = ReturnType<typeof endpoint>;

/** The routes in which a kind differs from other kinds. */
interface OwnRoutes {
  create: Endpoint;
  replace?: Endpoint;
  update?: Endpoint;
  /** Pauses and resumes content that recurs. */
  active?: Endpoint;
  /** Routes besides those of a single resource, such as `/api/schedules/preview`. */
  beside?: AnyElysia;
}

/** The routes of a kind of content: list and create, get, replace or update, pause and delete. */
export function contentRoutes<S, R extends ContentRow, V extends {id: string}, L extends {id: string}>(
  web: Web,
  kind: ContentKind<S, R, V, Runner, L>,
  doc: KindDoc,
  {create, replace, update, active, beside}: OwnRoutes,
) {
  const {list, get, remove} = contentEndpoints(web, kind, doc);
  const all = `/api/${kind.type}s`;
  const one = `${all}/:${kind.type}Id`;
  const routes = new Elysia().get(all, ...list).post(all, ...create);
  if (beside) routes.use(beside);
  routes.get(one, ...get);
  if (replace) routes.put(one, ...replace);
  if (update) routes.patch(one, ...update);
  if (active) routes.patch(`${one}/active`, ...active);
  return routes.delete(one, ...remove);
}

/** The endpoints that list, get and delete a kind of content. */
export function contentEndpoints<S, R extends ContentRow, V extends {id: string}, L extends {id: string}>(
  web: Web,
  kind: ContentKind<S, R, V, Runner, L>,
  doc: KindDoc,
) {
  const {type} = kind;
  const {tag, one} = namesOf(type);
  const {view, answer, listed = {schema: view, answer}, removal = {}} = doc;
  const deps = depsOf(web);
  const list = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: `List ${type}s`,
      description:
        doc.list ?? `The ${type}s that the caller can read, newest first unless \`sort\` says otherwise.`,
      query: kind.inProject ? ProjectContentListQuery : ContentListQuery,
      response: Type.Array(listed.schema),
      answer: [listed.answer],
      errors: ["invalid_request"],
    },
    async call => {
      const page = contentPageOf(call.query());
      const rows = await listResources(deps, call.actor, kind, page);
      return pagedContent(rows, page, call.request, call.headers);
    },
  );
  const get = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: `Get ${one}`,
      ...(doc.get && {description: doc.get}),
      response: view,
      answer,
      errors: ["not_found"],
      etag: true,
    },
    async call => {
      const resource = await getResource(deps, call.actor, kind, idIn(type, call));
      return kind.countsViews ? answerLook(web, call, resource) : withEtag(call, resource);
    },
  );
  const {force, errors = [], ...needs} = removal;
  const remove = endpoint(
    web,
    {
      tag,
      scope: "manage",
      status: 204,
      summary: `Delete ${one}`,
      ...(doc.remove && {description: doc.remove}),
      ...(force && {query: forceQuery(force)}),
      errors: ["not_found", ...errors],
      etag: true,
      ...needs,
    },
    call => {
      const isForced = () => force !== undefined && call.query().force === "true";
      return deleteResource(deps, call.actor, kind, idIn(type, call), ifMatch(call.request), isForced);
    },
  );
  return {list, get, remove};
}

/** The specification of an endpoint that creates or changes content, without the parts that follow from its kind. */
type Spec<B extends TSchema> = Omit<EndpointDoc, "tag" | "response"> & {body: B; bodyLimitBytes?: number};

/** The body of content that may belong to a team. */
type OwnedSchema = TSchema & {static: {teamId?: string | null | undefined}};

/** The endpoint that creates content of a kind. */
export function createEndpoint<B extends OwnedSchema>(
  web: Web,
  {type}: {type: ContentType},
  {view, answer}: KindDoc,
  spec: Omit<Spec<B>, "summary">,
  create: (deps: Runner, actor: Actor, input: Static<B>) => Promise<unknown>,
) {
  const {tag, one} = namesOf(type);
  return endpoint(
    web,
    {
      tag,
      summary: `Create ${one}`,
      response: view,
      answer,
      ...spec,
      scope: "write",
      status: 201,
      idempotent: true,
    },
    async call => {
      const input = await call.body();
      // The work checks the team again, with a lock. A replay skips the work, so the team is also checked here.
      if (input.teamId) await requireOwnTeam(web.db, call.actor, input.teamId);
      return call.once(db => create({...web.runner, db}, call.actor, input));
    },
  );
}

/** A change of content. The function checks the rights before it reads the body, because an invalid body throws. */
type Change<B extends TSchema> = (
  deps: Runner,
  actor: Actor,
  id: string,
  readBody: () => Promise<Static<B>>,
  checkCurrent: (current: unknown) => void,
) => Promise<unknown>;

/** The endpoint that changes or replaces content of a kind. */
export function changeEndpoint<B extends TSchema>(
  web: Web,
  {type}: {type: ContentType},
  {view, answer}: KindDoc,
  {errors = [], ...spec}: Spec<B>,
  change: Change<B>,
) {
  const deps = depsOf(web);
  const {tag} = namesOf(type);
  return endpoint(
    web,
    {
      tag,
      response: view,
      answer,
      ...spec,
      scope: "write",
      errors: ["not_found", ...errors],
      etag: true,
    },
    async call => {
      const {actor, body, request} = call;
      return withEtag(call, await change(deps, actor, idIn(type, call), body, ifMatch(request)));
    },
  );
}

/** The endpoint that pauses or resumes content that runs on a schedule or trigger. */
export function activityEndpoint<S, R extends RecurringRow, V, L>(
  web: Web,
  kind: ContentKind<S, R, V, Runner, L>,
  doc: KindDoc,
  pausing: Pausing<R>,
) {
  const spec = {
    summary: `Pause or resume ${namesOf(kind.type).one}`,
    description: doc.activity ?? "",
    body: Activity,
    example: {active: false},
    answer: {...doc.answer, active: false, nextRun: null},
  };
  return changeEndpoint(web, kind, doc, spec, (deps, actor, id, readBody, checkCurrent) =>
    setActive(deps, actor, kind, id, readBody, checkCurrent, pausing),
  );
}

function depsOf(web: Web): Runner {
  return {...web.runner, db: web.db};
}
