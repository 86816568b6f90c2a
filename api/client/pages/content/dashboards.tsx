import {OnlyFor} from "../../parts/access/only-for.tsx";
import {ContentList} from "./content-list.tsx";
import {NewDashboard} from "./new-dashboard.tsx";

export default function Dashboards() {
  return (
    <ContentList
      kind="dashboards"
      title="Dashboards"
      none={<p>A dashboard shows charts side by side, with filters for all of them.</p>}
      columns={[
        {title: "Viewed", number: true, minor: true, cell: ({viewCount = 0}) => viewCount.toLocaleString()},
      ]}
    >
      <OnlyFor who="editors">
        <NewDashboard />
      </OnlyFor>
    </ContentList>
  );
}
