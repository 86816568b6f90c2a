import type {Actor} from "../../core/actor.ts";
import {type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";
import {findMostSimilar} from "./find-similar.ts";
import type {VerifiedQuestionView} from "./schemas.ts";
import {viewOpen} from "./verified-questions.ts";

/** The project's verified questions that are most like the words, best first; broken ones too. */
export async function searchVerifiedQuestions(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  {words, limit}: {words: string; limit: number},
): Promise<VerifiedQuestionView[]> {
  const project = (await projectsOf(deps, actor.orgId)).get(projectId);
  if (!project) return [];
  return findMostSimilar(deps, actor, [project], {words, most: limit}, rows =>
    viewOpen(deps, actor, projectId, rows),
  );
}
