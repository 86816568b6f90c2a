import {serveChild} from "../../children/serve-child.ts";
import {writeOssie} from "../../semantic/import/ossie/write.ts";
import {Graph} from "../../semantic/layer/graph.ts";
import {parserOf} from "../../validate.ts";
import {readLayer} from "../read-layer.ts";
import {writeLayer} from "../write-layer.ts";
import type {ImportRequest, LayerAnswer, OssieRequest, WriteRequest} from "./layer-children.ts";

const parseStored = parserOf(Graph, "stored layer");

await serveChild(async (request: ImportRequest | OssieRequest | WriteRequest): Promise<LayerAnswer> => {
  if ("import" in request) return readLayer(request.import);
  if ("write" in request) return writeLayer(request.write);
  const {graph, name} = request.ossie;
  return {text: writeOssie(parseStored(JSON.parse(graph)), name)};
});
