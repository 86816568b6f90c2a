import type {Graph} from "./graph.ts";

/** A graph with its names indexed: what the compiler works on. Build once per layer version. */
export interface Layer {
  graph: Graph;
}
