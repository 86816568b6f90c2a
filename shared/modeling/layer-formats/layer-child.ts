import {serveChild} from "../../core/children/serve-child.ts";
import {parserOf} from "../../core/validate.ts";
import {Graph} from "../../semantic/documents.ts";
import type {ImportRequest, LayerAnswer, OssieRequest, WriteRequest} from "./layer-children.ts";
import {writeOssie} from "./ossie/write/write-ossie.ts";
import {readLayer} from "./read-layer.ts";
import {writeLayer} from "./write-layer.ts";

const parseStored = parserOf(Graph, "stored layer");

await serveChild(async (request: ImportRequest | OssieRequest | WriteRequest): Promise<LayerAnswer> => {
  if ("import" in request) return readLayer(request.import);
  if ("write" in request) return writeLayer(request.write);
  const {graph, name} = request.ossie;
  return {text: writeOssie(parseStored(JSON.parse(graph)), name)};
});
