import {openApp} from "./app/app.tsx";

openApp();
