import {useEffect, useState} from "preact/hooks";
import type {AskedQuery, AskRun} from "../../asking/data.ts";
import {describeQuery} from "../../asking/describe-query.ts";
import {modelOf} from "../../asking/query-model.ts";
import {VerifyButton} from "./verify-button.tsx";

/** The queries of a run, in the words of the layer. */
export function Queries({
  run,
  queries,
  isOpen,
  canVerify,
}: {
  run: AskRun;
  queries: readonly AskedQuery[];
  isOpen: boolean;
  /** Whether each query can be marked as right. */
  canVerify: boolean;
}) {
  if (queries.length === 0) return null;
  return (
    <details class="queries" open={isOpen}>
      <summary>{queries.length === 1 ? "1 query" : `${queries.length} queries`}</summary>
      <ol>
        {queries.map(({queryRunId, query}) => (
          <li key={queryRunId}>
            <Words query={query} />
            {canVerify && <VerifyButton question={run.question} query={query} />}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Words({query}: Pick<AskedQuery, "query">) {
  const [words, setWords] = useState(() => describeQuery(query));
  useEffect(() => {
    let isGone = false;
    void modelOf(query).then(model => {
      if (!isGone) setWords(describeQuery(query, model));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return <bdi>{words}</bdi>;
}
