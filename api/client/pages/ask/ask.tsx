import {useEffect, useState} from "preact/hooks";
import type {PageProps} from "../../app/page-props.ts";
import {languageModels} from "../../asking/language-models.ts";
import {Failed} from "../../parts/failed.tsx";
import {usePages} from "../../parts/list-table.tsx";
import {isAnyConfigured, NoProvider} from "../../parts/no-provider.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {type ConversationHead, Conversations} from "./conversations.tsx";
import {NewQuestion} from "./new-question.tsx";
import {onReturn} from "./on-return.ts";
import {Thread} from "./thread.tsx";

/** Questions to the data in one's own words: a new one, or a conversation with its answers. */
export default function Ask({parameters: {conversationId}}: PageProps) {
  const list = usePages<ConversationHead>("/api/conversations?limit=30");
  const models = useLoad(languageModels, []);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onReturn(list.reload), []);
  const canAsk = models.value ? isAnyConfigured(models.value) : true;
  const hindrance = (
    <>
      {models.error !== undefined && <Failed error={models.error} retry={models.reload} />}
      {models.value && !canAsk && (
        <NoProvider models={models.value} so="Questions in words cannot be answered yet." />
      )}
    </>
  );
  return (
    <div class="ask-page">
      <Conversations list={list} current={conversationId} isOpen={isOpen} onOpen={setOpen} />
      <div class="thread">
        {conversationId === undefined ? (
          <NewQuestion canAsk={canAsk} isSettled={models.value !== undefined || models.error !== undefined}>
            {hindrance}
          </NewQuestion>
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
