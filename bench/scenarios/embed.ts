import {Type} from "@sinclair/typebox";
import {chromium} from "playwright-core";
import {parserOf} from "../../shared/core/validate.ts";
import {chromiumPath} from "../../test/support/chromium.ts";
import {say} from "../progress.ts";
import {smallQuery} from "../questions.ts";
import {times} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import {idOf} from "../stage/service.ts";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const parseToken = parserOf(Type.Object({url: Type.String()}), "answer");

/** From opening the address of an embedded chart to its picture, in a browser that has not loaded the page before. */
export const embed: Scenario = {
  name: "embed",
  async run(stage) {
    const executablePath = chromiumPath();
    if (!executablePath) {
      say("embed is left out: there is no chromium");
      return [];
    }
    say("an embedded chart");
    const service = await stage.service();
    const query = {...smallQuery(), projectId: service.projects.postgres};
    const id = idOf(await service.api("/api/charts", {name: "Airports", type: "bar", query}));
    const {url} = parseToken(
      await service.api(`/api/orgs/${service.orgId}/embed-tokens`, {
        resourceType: "chart",
        resourceId: id,
        attributes: {country: ["USA"]},
      }),
    );
    const address = url.replace(/^https?:\/\/[^/]+/, service.address);
    const browser = await chromium.launch({executablePath, args: FLAGS});
    try {
      const open = async () => {
        const context = await browser.newContext();
        const page = await context.newPage();
        const started = performance.now();
        await page.goto(address);
        await page.locator('[role="img"] svg').first().waitFor();
        const tookS = (performance.now() - started) / 1000;
        await context.close();
        return tookS;
      };
      // The first visit builds the page's script.
      await open();
      const summary = await times(stage.quick ? 3 : 10, open);
      return [rowOf("from opening the address to the first chart drawn", {atMost: 1, unit: "s"}, summary)];
    } finally {
      await browser.close();
    }
  },
};
