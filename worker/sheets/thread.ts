import {serveThread} from "../../shared/thread-pool.ts";
import {calculate} from "./calculate.ts";

serveThread(calculate);
