import {Type} from "@sinclair/typebox";
import {ServiceError} from "../../shared/core/errors.ts";
import {defineTool, READS, type Tool} from "../../shared/surfaces/tools/tool.ts";

const none = Type.Object({}, {additionalProperties: false});
const common = {scope: "read", input: none, output: none, annotations: READS} as const;

/** Tools with the names that the conformance tests call. */
export const FIXTURE_TOOLS: readonly Tool[] = [
  defineTool({
    ...common,
    name: "test_simple_text",
    title: "Simple text",
    description: "Gives a text",
    call: async () => ({text: "This is a simple text response for testing.", structured: {}}),
  }),
  defineTool({
    ...common,
    name: "test_error_handling",
    title: "An error",
    description: "Fails",
    call: async () => {
      throw new ServiceError("conflict", "This tool intentionally returns an error for testing");
    },
  }),
];
