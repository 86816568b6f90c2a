import {useState} from "preact/hooks";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {Button} from "../../parts/button.tsx";
import {ContentList} from "../content/content-list.tsx";
import {UploadCsv} from "./upload-csv.tsx";

/** All datasets, and the upload of a CSV file. */
export default function Datasets() {
  const [isUploading, setUploading] = useState(() => new URLSearchParams(location.search).has("new"));
  return (
    <>
      <ContentList
        kind="datasets"
        title="Datasets"
        none={
          <p>A dataset has the rows of a CSV file, or is a named query. It can be queried like a model.</p>
        }
      >
        <OnlyFor who="editors">
          <Button look="act" onClick={() => setUploading(true)}>
            Upload a CSV file
          </Button>
        </OnlyFor>
      </ContentList>
      {isUploading && <UploadCsv />}
    </>
  );
}
