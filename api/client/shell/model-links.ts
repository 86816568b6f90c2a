import {titleOfModel} from "../pages/explore/fields.ts";
import {explorePage} from "../pages/home/explore-page.ts";
import {allProjects} from "../service/projects.ts";
import {segment, service} from "../service/service.ts";
import {pageNumber} from "./navigation.ts";

/** A model that the person may query, and the page that explores it. */
export interface ModelLink {
  href: string;
  name: string;
  label: string;
  description: string;
  /** The model's synonyms, joined by spaces. */
  synonyms: string;
  projectId: string;
  project: string;
}

let loading: {page: number; models: Promise<ModelLink[]>} | undefined;

/**
 * All models of all projects. The parts of a page share one request. The next page requests them again, because the
 * person or somebody else may have changed a layer meanwhile.
 */
export function modelLinks(signal?: AbortSignal): Promise<ModelLink[]> {
  const page = pageNumber();
  if (loading?.page !== page) {
    const models = load().catch(error => {
      if (loading?.models === models) loading = undefined;
      throw error;
    });
    loading = {page, models};
  }
  signal?.throwIfAborted();
  return loading.models;
}

async function load(): Promise<ModelLink[]> {
  const projects = await allProjects();
  const lists = await Promise.all(
    projects.map(async ({id, name: project}) => {
      const models = await service.get<
        {name: string; label?: string; description?: string; synonyms?: string[]}[]
      >(`/api/projects/${segment(id)}/models`);
      return models.map(({name, label, description = "", synonyms = []}) => ({
        href: explorePage(name, id),
        name,
        label: titleOfModel({name, label}),
        description,
        synonyms: synonyms.join(" "),
        projectId: id,
        project,
      }));
    }),
  );
  return lists.flat();
}
