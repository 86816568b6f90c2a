import type {Actor} from "../../core/actor.ts";
import type {Db} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import type {LayerChildren} from "../layer-formats/layer-children.ts";
import {readLayerText} from "./versions.ts";

/** A project's layer as an Ossie document in YAML, written by a child process. */
export async function exportOssie(
  {db, layerChildren}: {readonly db: Db; readonly layerChildren: LayerChildren},
  actor: Actor,
  projectId: string,
  signal: AbortSignal,
): Promise<string> {
  const {name} = await requireProject(db, actor, projectId);
  const {text: graph} = await readLayerText(db, actor, projectId);
  const answer = await layerChildren.run(actor.orgId, {ossie: {graph, name}}, signal);
  if ("refused" in answer) throw new ServiceError("invalid_request", answer.refused);
  return answer.text;
}
