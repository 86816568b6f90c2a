import type {ProjectView as Project} from "../../../shared/tenancy/projects/schemas.ts";
import {service} from "./service.ts";

export type {Project};

let listing: Promise<Project[]> | undefined;

/** All projects that the person can see, newest first. Concurrent calls of parts of a page share one request. */
export async function allProjects(signal?: AbortSignal): Promise<Project[]> {
  signal?.throwIfAborted();
  listing ??= list().finally(() => {
    listing = undefined;
  });
  return listing;
}

async function list(): Promise<Project[]> {
  const projects: Project[] = [];
  let path: string | undefined = "/api/projects?limit=500";
  while (path !== undefined) {
    const page: {rows: Project[]; next: string | undefined} = await service.list<Project>(path);
    projects.push(...page.rows);
    path = page.next;
  }
  return projects;
}
