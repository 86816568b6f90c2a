import {Graph} from "../semantic/graph.ts";
import {writeOssie} from "../semantic/import/ossie/write.ts";
import {serveThread} from "../thread-pool.ts";
import {parserOf} from "../validate.ts";
import type {OssieRequest} from "./export-layer.ts";

const parseGraph = parserOf(Graph, "stored layer");

serveThread(async ({graph, name}: OssieRequest): Promise<string> => {
  return writeOssie(parseGraph(JSON.parse(graph)), name);
});
