import {Button} from "../../parts/button.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {segment, service} from "../../service/service.ts";
import {modelLinks} from "../../shell/model-links.ts";
import type {Grounding} from "../automation/data.ts";

/** The resources that the questions of a conversation are limited to, and a button that lifts the limit. */
export function Scope({grounding, onWiden}: {grounding: readonly Grounding[]; onWiden: () => void}) {
  const names = useLoad(signal => namesOf(grounding, signal), [grounding]);
  return (
    <p class="scope soft">
      {names.value && (
        <>
          The questions read only <bdi>{names.value.join(", ")}</bdi>.{" "}
        </>
      )}
      <Button look="quiet" onClick={onWiden}>
        Read everything that I may query
      </Button>
    </p>
  );
}

async function namesOf(grounding: readonly Grounding[], signal: AbortSignal): Promise<string[]> {
  const links = await modelLinks(signal);
  // The dashboard's name is enough: the models beside it are those of its charts.
  const whole = grounding.filter(({resourceType}) => resourceType === "dashboard");
  return Promise.all(
    (whole.length > 0 ? whole : grounding).map(async ({resourceType, resourceId}) => {
      if (resourceType === "model")
        return links.find(({projectId, name}) => `${projectId}/${name}` === resourceId)?.label ?? resourceId;
      const path = `/api/${resourceType}s/${segment(resourceId)}`;
      const {name} = await service.get<{name: string}>(path, {signal});
      return `the ${resourceType} “${name}”`;
    }),
  );
}
