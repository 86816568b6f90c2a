import type {TSchema} from "@sinclair/typebox";
import {type Page, PageQuery, paged, pageOf} from "../../shared/ground/paging.ts";
import type {EndpointDoc} from "../openapi/describe-endpoint.ts";
import type {Web} from "../web.ts";
import {type Call, endpoint} from "./endpoint.ts";

/**
 * The endpoint of a list in pages, newest first. `list` checks rights before it calls `readPage`, which throws for
 * invalid parameters. If there are more rows, `list` returns one row more than the page has.
 */
export function listEndpoint<R extends {id: string | number}>(
  web: Web,
  doc: EndpointDoc,
  list: (call: Call<TSchema, typeof PageQuery>, readPage: () => Page) => Promise<R[]>,
) {
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
