import {useState} from "preact/hooks";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {LinkButton} from "../../parts/button.tsx";
import {Empty} from "../../parts/empty.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {allProjects} from "../../service/projects.ts";
import {modelLinks} from "../../shell/model-links.ts";
import {replaceSearch} from "../../shell/navigation.ts";
import {modelPage} from "./addresses.ts";
import {plural} from "./words.ts";

/** The maximum number of models of a project that are listed without a search. */
const MAX_FIRST_SHOWN = 12;

/** All projects with their models, searched while the person types. The search is in the address. */
export default function Projects() {
  const [text, setText] = useState(() => new URLSearchParams(location.search).get("q") ?? "");
  const loaded = useLoad(async signal => {
    const [projects, models] = await Promise.all([allProjects(signal), modelLinks(signal)]);
    return {projects, models};
  }, []);
  const search = (value: string) => {
    setText(value);
    replaceSearch(new URLSearchParams(value.trim() ? {q: value.trim()} : {}));
  };
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    <>
      <PageHead title="Models" about="The models that people and programs can query, by project.">
        <OnlyFor who="admins">
          <LinkButton look="act" href="/start">
            Connect more
          </LinkButton>
        </OnlyFor>
      </PageHead>
      <search class="input">
        <input
          type="search"
          aria-label="Search models"
          placeholder="Search models and projects"
          autocomplete="off"
          value={text}
          onInput={event => search(event.currentTarget.value)}
        />
      </search>
      <Load from={loaded}>
        {({projects, models}) => {
          if (projects.length === 0) {
            return (
              <Empty title="No project yet">
                <p>A project is a layer of models over a warehouse.</p>
                <div class="buttons">
                  <LinkButton look="act" href="/start">
                    Get started
                  </LinkButton>
                </div>
              </Empty>
            );
          }
          const shown = projects.flatMap(project => {
            const own = models.filter(({projectId}) => projectId === project.id);
            const isNamed = words.every(word => project.name.toLowerCase().includes(word));
            const found = isNamed
              ? own
              : own.filter(({name, label, description}) =>
                  words.every(word =>
                    `${name} ${label} ${description} ${project.name}`.toLowerCase().includes(word),
                  ),
                );
            return isNamed || found.length > 0 ? [{project, own, found}] : [];
          });
          if (shown.length === 0) return <Empty title={`Nothing has “${text.trim()}” in its name.`} />;
          return shown.map(({project, own, found}) => (
            <section key={project.id} class="layer-project" aria-labelledby={`project-${project.id}`}>
              <h2 id={`project-${project.id}`}>
                <a href={`/projects/${project.id}`}>
                  <bdi>{project.name}</bdi>
                </a>{" "}
                {project.default && <span class="badge">default</span>}{" "}
                <span class="soft">{plural(own.length, "model")}</span>
              </h2>
              <ul class="layer-models">
                {found
                  .slice(0, words.length > 0 ? undefined : MAX_FIRST_SHOWN)
                  .map(({name, label, description}) => (
                    <li key={name}>
                      <a href={modelPage(project.id, name)}>
                        <bdi>{label}</bdi>
                      </a>{" "}
                      <bdi class="soft">{description}</bdi>
                    </li>
                  ))}
              </ul>
              {words.length === 0 && found.length > MAX_FIRST_SHOWN && (
                <p>
                  <a href={`/projects/${project.id}`}>All {found.length.toLocaleString()} models</a>
                </p>
              )}
            </section>
          ));
        }}
      </Load>
    </>
  );
}
