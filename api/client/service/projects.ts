import {service} from "./service.ts";

/** A project, as `GET /api/projects` answers. */
export interface Project {
  id: string;
  name: string;
  connectionId: string;
  git: ProjectGit | null;
  timezone: string;
  weekStart: "monday" | "sunday";
  cacheTtlSeconds: number;
  teamIds: string[];
  default: boolean;
  /** 0 before a layer was applied. */
  layerVersion: number;
  createdAt: string;
  updatedAt: string;
}

interface ProjectGit {
  repository: string;
  branch?: string;
  path?: string;
  format?: string;
  status: "active" | "suspended" | "removed" | "moved" | "unconfirmed";
  commit: string | null;
  lastSync: {id: string; status: string; finishedAt: string | null} | null;
}

let listing: Promise<Project[]> | undefined;

/** All projects that the person can see, newest first. Parts of a page that ask at once share the answer. */
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
