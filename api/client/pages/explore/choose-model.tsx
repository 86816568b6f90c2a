import {useEffect, useState} from "preact/hooks";
import {NoModel} from "../../asking/no-model.tsx";
import {Empty} from "../../parts/empty.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {type ModelLink, modelLinks} from "../../shell/model-links.ts";
import {replaceSearch} from "../../shell/navigation.ts";

/** The models that the person may query, by project, searched while the person types. The search is in the address. */
export default function ChooseModel() {
  const [text, setText] = useState(() => new URLSearchParams(location.search).get("q") ?? "");
  useEffect(() => replaceSearch(new URLSearchParams(text.trim() ? {q: text.trim()} : {})), [text]);
  const links = useLoad(modelLinks, []);
  return (
    <>
      <PageHead title="Explore" about="Choose a model to query." />
      <search class="input">
        <input
          type="search"
          aria-label="Search models"
          placeholder="Search by name, description or project"
          autocomplete="off"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
      </search>
      <Load from={links}>
        {all => (all.length === 0 ? <NoModel /> : <ByProject links={found(all, text)} />)}
      </Load>
    </>
  );
}

function found(links: readonly ModelLink[], text: string): ModelLink[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return links.filter(({name, label, description, project}) => {
    const searched = `${name} ${label} ${description} ${project}`.toLowerCase();
    return words.every(word => searched.includes(word));
  });
}

function ByProject({links}: {links: readonly ModelLink[]}) {
  if (links.length === 0) return <Empty title="No model was found." />;
  const projects = Map.groupBy(links, ({projectId}) => projectId);
  return (
    <>
      {[...projects].map(([id, models]) => (
        <section key={id} aria-labelledby={`of-${id}`}>
          <h2 id={`of-${id}`}>
            <bdi>{models[0]?.project}</bdi>
          </h2>
          <ul class="models">
            {models.map(({href, label, name, description}) => (
              <li key={name}>
                <a class="card" href={href}>
                  <bdi class="title">{label}</bdi>
                  {description && <span class="soft">{description}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
