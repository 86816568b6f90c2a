import {useEffect, useState} from "preact/hooks";
import type {PageProps} from "../../app/page-props.ts";
import {canAskInWords, languageModels} from "../../asking/language-models.ts";
import {usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {NoProvider} from "../../parts/no-provider.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {type ConversationHead, Conversations} from "./conversations.tsx";
import {NewQuestion} from "./new-question.tsx";
import {onReturn} from "./on-return.ts";
import {Thread} from "./thread.tsx";

/** Questions to the data in one's own words: a new one, or a conversation with its answers. */
export default function Ask({parameters: {conversationId}}: PageProps) {
  const list = usePages<ConversationHead>("/api/conversations?limit=30");
  const canAsk = canAskInWords();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onReturn(list.reload), []);
  const hindrance = !canAsk && <Hindrance />;
  return (
    <div class="ask-page">
      <Conversations list={list} current={conversationId} isOpen={isOpen} onOpen={setOpen} />
      <div class="thread">
        {conversationId === undefined ? (
          <NewQuestion canAsk={canAsk}>{hindrance}</NewQuestion>
        ) : (
          <>
            {hindrance}
            <Thread id={conversationId} canAsk={canAsk} onAsked={list.reload} />
          </>
        )}
      </div>
    </div>
  );
}

/** What stands in the way of questions, and what would take it out of it. */
function Hindrance() {
  const models = useLoad(languageModels, []);
  return (
    <Load from={models}>
      {value => <NoProvider models={value} so="Questions in words cannot be answered yet." />}
    </Load>
  );
}
