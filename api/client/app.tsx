import {openApp} from "./shell/app.tsx";

openApp();
