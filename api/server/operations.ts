import type {TSchema} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {type Page, PageQuery, paged, pageOf} from "../../shared/core/paging.ts";
import type {Web} from "../dependencies.ts";
import type {EndpointDoc} from "../openapi/describe-endpoint.ts";
import {type Call, type EndpointSpec, endpoint} from "./endpoint.ts";

type Operation<B extends TSchema, Q extends TSchema> = Omit<EndpointSpec<B, Q>, "tag"> & {
  handle: (call: Call<B, Q>) => unknown;
};

/**
 * The rows of a page, and one row more if there are more. Checks rights before it calls `readPage`, which throws for
 * invalid parameters.
 */
type ListPage<R> = (call: Call<TSchema, typeof PageQuery>, readPage: () => Page) => Promise<R[]>;

/** The routes of one tag of the OpenAPI document, each with path, texts and function in one place. `app` has the routes. */
export class Operations {
  readonly app = new Elysia();

  constructor(
    private readonly web: Web,
    private readonly tag: string,
  ) {}

  /** A route as `endpoint` makes it. */
  add<B extends TSchema = TSchema, Q extends TSchema = TSchema>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    {handle, ...spec}: Operation<B, Q>,
  ): this {
    this.app.route(method, path, ...endpoint<B, Q>(this.web, {...spec, tag: this.tag}, handle));
    return this;
  }

  /** A list in pages, newest first. */
  addList<R extends {id: string | number}>(
    path: string,
    {list, ...doc}: Omit<EndpointDoc, "tag"> & {list: ListPage<R>},
  ): this {
    return this.add<TSchema, typeof PageQuery>("GET", path, {
      ...doc,
      scope: "read",
      query: PageQuery,
      handle: async call => {
        let page: Page | undefined;
        const readPage = () => {
          page ??= pageOf(call.query());
          return page;
        };
        const rows = await list(call, readPage);
        return paged(rows, readPage(), call.request, call.headers);
      },
    });
  }
}
