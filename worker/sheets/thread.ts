import {serveThread} from "../thread-pool.ts";
import {calculate} from "./calculate.ts";

serveThread(calculate);
