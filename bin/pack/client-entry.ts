// Before everything else: Node has `Temporal` of its own from version 26 on.
import "temporal-polyfill/global";
import "../analytics.ts";
