import {RECORDED, wireForms} from "./wire-forms.ts";

// Records the forms of what processes send each other: `bun test/workers/accept.ts`. Decide before, whether a worker of
// the version before would misread or refuse what has changed: `PROTOCOL` in `shared/core/process/protocol-version.ts`.
await Bun.write(RECORDED, `${JSON.stringify(wireForms(), null, 2)}\n`);
