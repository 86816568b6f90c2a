import type {Graph} from "../../../../shared/semantic/documents.ts";
import {titleOfModel} from "../explore/fields.ts";
import {explorePage} from "../home/explore-page.ts";
import type {Applied} from "../layer/apply.tsx";
import {firstQuestions} from "./first-questions.ts";

/** Questions that the new layer can answer, the likeliest first, each a link that asks it. */
export function AskFirst({applied, graph, projectId}: {applied: Applied; graph: Graph; projectId: string}) {
  return (
    <ul class="types" aria-label="First questions">
      {firstQuestions(applied.models, graph).map(({model, measure, time}) => (
        <li key={model.name}>
          <a class="button" href={pageOf(model.name, projectId, measure, time)}>
            <span>
              {measure === `${model.name}.count` ? "How many " : "Ask "}
              <bdi>{titleOfModel(model)}</bdi>
              {time === undefined ? "" : " by month"}
              {measure === `${model.name}.count` ? "?" : ""}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function pageOf(model: string, projectId: string, measure: string, time: string | undefined): string {
  const by = time === undefined ? "" : `&d=${encodeURIComponent(`${time}.month`)}`;
  return `${explorePage(model, projectId)}${by}&m=${encodeURIComponent(measure)}`;
}
