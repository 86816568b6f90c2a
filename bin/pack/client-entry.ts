// Imported before everything else, because Node has its own `Temporal` only from version 26 on.
import "temporal-polyfill/global";
import "../analytics.ts";
