import {ContentList} from "./content-list.tsx";

export default function Sheets() {
  return (
    <ContentList
      kind="sheets"
      title="Sheets"
      none={
        <p>
          A sheet is a workbook whose cells hold queries and formulas. Programs create sheets over the API.
        </p>
      }
    />
  );
}
