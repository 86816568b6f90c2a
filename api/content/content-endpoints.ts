import {type TObject, Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import type {
  Change,
  Creation,
  DescribedKind,
  OwnedSchema,
} from "../../shared/content/descriptions/describe-kind.ts";
import {isSharedType} from "../../shared/ground/content-types.ts";
import type {Runner} from "../../shared/interfaces/tools/tool.ts";
import {requireOwnTeam} from "../../shared/tenancy/content-kinds/content.ts";
import {
  ContentListQuery,
  contentPageOf,
  ProjectContentListQuery,
  pagedContent,
} from "../../shared/tenancy/content-kinds/listing.ts";
import {Activity} from "../../shared/tenancy/content-kinds/recurring.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import type {EndpointDoc} from "../openapi/describe-endpoint.ts";
import {COMPILE_ERRORS} from "../openapi/queries/query-docs.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";
import {answerLook} from "./look.ts";
import {idIn, namesOf} from "./names.ts";
import {starRoutes} from "./stars.ts";

/** The routes that follow from the description of a kind. */
export function contentRoutes(web: Web, kind: DescribedKind<Runner>) {
  const {type, activity, compiles, bodyLimitBytes} = kind;
  const saved = {errors: compiles ? COMPILE_ERRORS : [], ...(bodyLimitBytes && {bodyLimitBytes})};
  const all = `/api/${type}s`;
  const one = `${all}/:${type}Id`;
  const routes = new Elysia().get(all, ...listEndpoint(web, kind));
  kind.create?.(creation => routes.post(all, ...createEndpoint(web, kind, {...saved, ...creation})));
  routes.get(one, ...getEndpoint(web, kind));
  kind.change?.(change =>
    routes.route(change.method, one, ...changeEndpoint(web, kind, {...saved, ...change})),
  );
  if (activity) {
    const spec = {
      method: "PATCH" as const,
      summary: `Pause or resume ${namesOf(type).one}`,
      ...activity,
      body: Activity,
      example: {active: false},
      answer: {...kind.example, active: false, nextRun: null},
    };
    routes.patch(`${one}/active`, ...changeEndpoint(web, kind, spec));
  }
  routes.delete(one, ...deleteEndpoint(web, kind));
  return isSharedType(type) ? routes.use(starRoutes(web, type)) : routes;
}

function listEndpoint(web: Web, kind: DescribedKind<Runner>) {
  const {type, texts, view, example, listed = {schema: view, example}} = kind;
  return endpoint(
    web,
    {
      tag: namesOf(type).tag,
      scope: "read",
      summary: `List ${type}s`,
      description:
        texts.list ?? `The ${type}s that the caller can read, newest first unless \`sort\` says otherwise.`,
      query: kind.hasProject ? ProjectContentListQuery : ContentListQuery,
      response: Type.Array(listed.schema),
      answer: [listed.example],
      errors: ["invalid_request"],
    },
    async call => {
      const page = contentPageOf(call.query());
      return pagedContent(await kind.list(depsOf(web), call.actor, page), page, call.request, call.headers);
    },
  );
}

function getEndpoint(web: Web, kind: DescribedKind<Runner>) {
  const {type, texts, view, example} = kind;
  const {tag, one} = namesOf(type);
  return endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: `Get ${one}`,
      ...(texts.get && {description: texts.get}),
      response: view,
      answer: example,
      errors: ["not_found"],
      etag: true,
    },
    async call => {
      const resource = await kind.get(depsOf(web), call.actor, idIn(type, call));
      return kind.countsViews ? answerLook(web, call, resource) : withEtag(call, resource);
    },
  );
}

function deleteEndpoint(web: Web, kind: DescribedKind<Runner>) {
  const {type, texts, removal: {force, errors = [], ...needs} = {}} = kind;
  const {tag, one} = namesOf(type);
  return endpoint(
    web,
    {
      tag,
      scope: "manage",
      status: 204,
      summary: `Delete ${one}`,
      ...(texts.remove && {description: texts.remove}),
      ...(force && {query: forceQuery(force)}),
      errors: ["not_found", ...errors],
      etag: true,
      ...needs,
    },
    call => {
      const isForced = () => force !== undefined && call.query().force === "true";
      return kind.delete(depsOf(web), call.actor, idIn(type, call), isForced, ifMatch(call.request));
    },
  );
}

function forceQuery(description: string) {
  const flag = Type.Union([Type.Literal("true"), Type.Literal("false")], {
    description,
    means: {type: "boolean", default: false},
  });
  return Type.Object({force: Type.Optional(flag)}, {additionalProperties: false});
}

type Limits = Pick<EndpointDoc, "errors"> & {bodyLimitBytes?: number};

/** The endpoint that creates content of a kind. */
function createEndpoint<B extends OwnedSchema>(
  web: Web,
  {type, view, example}: DescribedKind<Runner>,
  {run, ...spec}: Creation<B, Runner> & Limits,
) {
  const {tag, one} = namesOf(type);
  return endpoint(
    web,
    {
      tag,
      summary: `Create ${one}`,
      response: view,
      answer: example,
      ...spec,
      scope: "write",
      status: 201,
      idempotent: true,
    },
    async call => {
      const input = await call.body();
      // The work checks the team again, with a lock. A replay skips the work, so the team is also checked here.
      if (input.teamId) await requireOwnTeam(web.db, call.actor, input.teamId);
      return call.once(db => run({...web.runner, db}, call.actor, input));
    },
  );
}

/** The endpoint that changes or replaces content of a kind. */
export function changeEndpoint<B extends TObject>(
  web: Web,
  {type, view, example}: DescribedKind<Runner>,
  {method, run, errors = [], ...spec}: Change<B, Runner> & Limits & {summary?: string},
) {
  const {tag, one} = namesOf(type);
  return endpoint(
    web,
    {
      tag,
      summary: `${method === "PUT" ? "Replace" : "Change"} ${one}`,
      response: view,
      answer: example,
      ...spec,
      scope: "write",
      errors: ["not_found", ...errors],
      etag: true,
    },
    async call => {
      const {actor, body, request} = call;
      return withEtag(call, await run(depsOf(web), actor, idIn(type, call), body, ifMatch(request)));
    },
  );
}

function depsOf(web: Web): Runner {
  return {...web.runner, db: web.db};
}
