import {type TObject, type TSchema, Type} from "@sinclair/typebox";
import type {
  Change,
  Creation,
  DescribedKind,
  OwnedSchema,
} from "../../shared/content/descriptions/describe-kind.ts";
import {isSharedType} from "../../shared/core/content-types.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {requireOwnTeam} from "../../shared/tenancy/content-kinds/content.ts";
import {withArticle} from "../../shared/tenancy/content-kinds/describe.ts";
import {
  ContentListQuery,
  contentPageOf,
  ProjectContentListQuery,
  pagedContent,
} from "../../shared/tenancy/content-kinds/listing.ts";
import {Activity} from "../../shared/tenancy/content-kinds/recurring.ts";
import type {Web} from "../dependencies.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import {COMPILE_ERRORS} from "../openapi/queries/query-docs.ts";
import type {Call} from "../server/endpoint.ts";
import {Operations} from "../server/operations.ts";
import {answerRead} from "./etag-and-view-count.ts";
import {idIn, tagOf} from "./names.ts";
import {starRoutes} from "./stars.ts";

/** The routes that follow from the description of a kind. */
export function contentRoutes(web: Web, kind: DescribedKind<Runner>) {
  const {type, texts, view, example, listed = {schema: view, example}, activity, removal = {}} = kind;
  const {force, errors: refusals = [], ...removalNeeds} = removal;
  const one = withArticle(type);
  const path = `/api/${type}s`;
  const onePath = `${path}/:${type}Id`;
  const deps = depsOf(web);
  const operations = new Operations(web, tagOf(type)).add("GET", path, {
    scope: "read",
    summary: `List ${type}s`,
    description:
      texts.list ?? `The ${type}s that the caller can read, newest first unless \`sort\` says otherwise.`,
    query: kind.hasProject ? ProjectContentListQuery : ContentListQuery,
    response: Type.Array(listed.schema),
    answer: [listed.example],
    errors: ["invalid_request"],
    handle: async call => {
      const page = contentPageOf(call.query());
      return pagedContent(await kind.list(deps, call.actor, page), page, call.request, call.headers);
    },
  });
  kind.create?.(creation => operations.add("POST", path, createOperation(web, kind, creation)));
  operations.add("GET", onePath, {
    scope: "read",
    summary: `Get ${one}`,
    ...(texts.get && {description: texts.get}),
    response: view,
    answer: example,
    errors: ["not_found"],
    etag: true,
    handle: async call => {
      const resource = await kind.get(deps, call.actor, idIn(type, call));
      return kind.countsViews ? answerRead(web, call, resource) : withEtag(call, resource);
    },
  });
  kind.change?.(change => operations.add(change.method, onePath, changeOperation(web, kind, change)));
  if (activity)
    operations.add("PATCH", `${onePath}/active`, {
      ...changeOperation(web, kind, {
        method: "PATCH",
        ...activity,
        body: Activity,
        example: {active: false},
        answer: {...example, active: false, nextRun: null},
      }),
      summary: `Pause or resume ${one}`,
      errors: ["not_found"],
    });
  operations.add("DELETE", onePath, {
    scope: "manage",
    status: 204,
    summary: `Delete ${one}`,
    ...(texts.remove && {description: texts.remove}),
    ...(force && {query: forceQuery(force)}),
    errors: ["not_found", ...refusals],
    etag: true,
    ...removalNeeds,
    handle: call => {
      const isForced = () => force !== undefined && call.query().force === "true";
      return kind.delete(deps, call.actor, idIn(type, call), isForced, ifMatch(call.request));
    },
  });
  return isSharedType(type) ? operations.app.use(starRoutes(web, type)) : operations.app;
}

function forceQuery(description: string) {
  const flag = Type.Union([Type.Literal("true"), Type.Literal("false")], {
    description,
    means: {type: "boolean", default: false},
  });
  return Type.Object({force: Type.Optional(flag)}, {additionalProperties: false});
}

/** The operation that creates content of a kind. */
function createOperation<B extends OwnedSchema>(
  web: Web,
  {type, view, example, compiles, bodyLimitBytes}: DescribedKind<Runner>,
  {run, ...doc}: Creation<B, Runner>,
) {
  return {
    scope: "write" as const,
    summary: `Create ${withArticle(type)}`,
    response: view,
    answer: example,
    ...doc,
    ...(compiles && {errors: COMPILE_ERRORS}),
    ...(bodyLimitBytes && {bodyLimitBytes}),
    status: 201 as const,
    idempotent: true,
    handle: async (call: Call<B, TSchema>) => {
      const input = await call.body();
      // The work checks the team again, with a lock. A replay skips the work, so the team is also checked here.
      if (input.teamId) await requireOwnTeam(web.db, call.actor, input.teamId);
      return call.once(db => run({...web.runner, db}, call.actor, input));
    },
  };
}

/** The operation that changes or replaces content of a kind. */
export function changeOperation<B extends TObject>(
  web: Web,
  {type, view, example, compiles, bodyLimitBytes}: DescribedKind<Runner>,
  {method, run, ...doc}: Change<B, Runner>,
) {
  return {
    scope: "write" as const,
    summary: `${method === "PUT" ? "Replace" : "Change"} ${withArticle(type)}`,
    response: view,
    answer: example,
    ...doc,
    ...(bodyLimitBytes && {bodyLimitBytes}),
    errors: ["not_found" as const, ...(compiles ? COMPILE_ERRORS : [])],
    etag: true,
    handle: async (call: Call<B, TSchema>) => {
      const {actor, body, request} = call;
      return withEtag(call, await run(depsOf(web), actor, idIn(type, call), body, ifMatch(request)));
    },
  };
}

function depsOf(web: Web): Runner {
  return {...web.runner, db: web.db};
}
