import {plugin} from "bun";

/**
 * Writes the types of an OpenAPI document: `bun generate-types.ts <document> <types>`. openapi-typescript needs the API of
 * TypeScript 5, which this project's compiler does not have.
 */
plugin({
  name: "TypeScript 5 for openapi-typescript",
  setup(build) {
    build.module("typescript", async () => {
      const {default: compiler} = await import("typescript-5");
      return {exports: {...compiler, default: compiler}, loader: "object"};
    });
  },
});

const [from = "", to = ""] = process.argv.slice(2);
const {default: typesOf, astToString} = await import("openapi-typescript");
await Bun.write(to, astToString(await typesOf(await Bun.file(from).json())));
