import type {TSchema} from "@sinclair/typebox";
import {Elysia} from "elysia";
import type {Web} from "../dependencies.ts";
import type {EndpointDoc} from "../openapi/describe-endpoint.ts";
import {type Call, type EndpointSpec, endpoint} from "./endpoint.ts";
import {type ListPage, listEndpoint} from "./list-endpoint.ts";

type Operation<B extends TSchema, Q extends TSchema> = Omit<EndpointSpec<B, Q>, "tag"> & {
  handle: (call: Call<B, Q>) => unknown;
};

/** The operations of one tag of the OpenAPI document, each made with `endpoint`. `app` has their routes. */
export class Operations {
  readonly app = new Elysia();

  constructor(
    private readonly web: Web,
    private readonly tag: string,
  ) {}

  add<B extends TSchema = TSchema, Q extends TSchema = TSchema>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    {handle, ...spec}: Operation<B, Q>,
  ): this {
    this.app.route(method, path, ...endpoint<B, Q>(this.web, {...spec, tag: this.tag}, handle));
    return this;
  }

  /** A list in pages: see `listEndpoint`. */
  addList<R extends {id: string | number}>(
    path: string,
    {list, ...doc}: Omit<EndpointDoc, "tag"> & {list: ListPage<R>},
  ): this {
    this.app.get(path, ...listEndpoint(this.web, {...doc, tag: this.tag}, list));
    return this;
  }
}
