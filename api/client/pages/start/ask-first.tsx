import {titleOfModel} from "../explore/fields.ts";
import {explorePage} from "../home/explore-page.ts";
import type {Applied} from "../layer/apply.tsx";

/** Questions that the new layer can answer, one for each model: a press asks it. */
export function AskFirst({applied, projectId}: {applied: Applied; projectId: string}) {
  const asked = applied.models.flatMap(({name, label, measures}) => {
    const own = measures.filter(measure => measure.startsWith(`${name}.`));
    const measure = own.find(one => one === `${name}.count`) ?? own[0];
    return measure === undefined ? [] : [{name, label: titleOfModel({name, label}), measure}];
  });
  return (
    <ul class="types" aria-label="First questions">
      {asked.map(({name, label, measure}) => (
        <li key={name}>
          <a class="button" href={`${explorePage(name, projectId)}&m=${encodeURIComponent(measure)}`}>
            <span>
              {measure === `${name}.count` ? "How many " : "Ask "}
              <bdi>{label}</bdi>
              {measure === `${name}.count` ? "?" : ""}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
