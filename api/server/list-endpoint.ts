import type {TSchema} from "@sinclair/typebox";
import {type Page, PageQuery, paged, pageOf} from "../../shared/core/paging.ts";
import type {Web} from "../dependencies.ts";
import type {EndpointDoc} from "../openapi/describe-endpoint.ts";
import {type Call, endpoint} from "./endpoint.ts";

/**
 * The rows of a page, and one row more if there are more. Checks rights before it calls `readPage`, which throws for
 * invalid parameters.
 */
export type ListPage<R> = (call: Call<TSchema, typeof PageQuery>, readPage: () => Page) => Promise<R[]>;

/** The endpoint of a list in pages, newest first. */
export function listEndpoint<R extends {id: string | number}>(web: Web, doc: EndpointDoc, list: ListPage<R>) {
  return endpoint(web, {...doc, scope: "read", query: PageQuery}, async call => {
    let page: Page | undefined;
    const readPage = () => {
      page ??= pageOf(call.query());
      return page;
    };
    const rows = await list(call, readPage);
    return paged(rows, readPage(), call.request, call.headers);
  });
}
