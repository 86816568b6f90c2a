import {loadParser} from "../../shared/interfaces/sql/statement/postgres-parser.ts";

/** Loads the parser of SQL for tests that plan statements without a server. */
await loadParser();
