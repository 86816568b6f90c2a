import {serveChild} from "../../children/serve-child.ts";
import {writeOssie} from "../../semantic/import/ossie/write.ts";
import {Graph} from "../../semantic/layer/graph.ts";
import {parserOf} from "../../validate.ts";
import {readLayer} from "../read-layer.ts";
import type {ImportRequest, LayerAnswer, OssieRequest} from "./layer-children.ts";

const parseStored = parserOf(Graph, "stored layer");

await serveChild(async (request: ImportRequest | OssieRequest): Promise<LayerAnswer> => {
  if ("import" in request) return readLayer(request.import);
  const {graph, name} = request.ossie;
  return {text: writeOssie(parseStored(JSON.parse(graph)), name)};
});
