import {Type} from "@sinclair/typebox";
import {listTeams} from "../../identity/organization/teams.ts";
import {whoamiOf} from "../../identity/organization/whoami.ts";
import {cursor, ListOutput, listAnswer, offsetOf, PAGE_ROWS} from "./pages.ts";
import {defineTool, READS, type Tool} from "./tool.ts";

const whoamiTool = defineTool({
  name: "whoami",
  title: "Who am I",
  description: "Whose rights you have: name, organization, role, scopes, teams, attributes.",
  scope: "read",
  input: Type.Object({}, {additionalProperties: false}),
  output: Type.Object({}),
  annotations: READS,
  async call({runner, actor}) {
    const structured = await whoamiOf(runner, actor);
    return {text: JSON.stringify(structured), structured};
  },
});

const listTeamsTool = defineTool({
  name: "list_teams",
  title: "List teams",
  description: "Teams to share with; role is your role in the team.",
  scope: "read",
  input: Type.Object({cursor}, {additionalProperties: false}),
  output: ListOutput,
  annotations: READS,
  async call({runner, actor}, args) {
    const start = offsetOf(args);
    const teams = await listTeams(runner.db, actor);
    const rows = teams
      .slice(start, start + PAGE_ROWS + 1)
      .map(({id, name, role, memberCount}) => ({id, name, role: role ?? undefined, memberCount}));
    return listAnswer({
      rows,
      columns: ["id", "name", "role", "memberCount"],
      placeAfter: index => start + index + 1,
      empty: "The organization has no team.",
    });
  },
});

export const peopleTools: readonly Tool[] = [whoamiTool, listTeamsTool];
