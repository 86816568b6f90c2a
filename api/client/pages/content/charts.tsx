import {OnlyFor} from "../../parts/access/only-for.tsx";
import {LinkButton} from "../../parts/button.tsx";
import {ContentList} from "./content-list.tsx";

export default function Charts() {
  return (
    <ContentList
      kind="charts"
      title="Charts"
      none={<p>Query a model, and save the answer as a chart.</p>}
      columns={[
        {title: "Viewed", number: true, minor: true, cell: ({viewCount = 0}) => viewCount.toLocaleString()},
      ]}
    >
      <OnlyFor who="editors">
        <LinkButton look="act" href="/explore">
          New chart
        </LinkButton>
      </OnlyFor>
    </ContentList>
  );
}
