import {loadParser} from "../../shared/surfaces/sql/statement/postgres-parser.ts";

/** Loads the parser of SQL for tests that plan statements without a server. */
await loadParser();
