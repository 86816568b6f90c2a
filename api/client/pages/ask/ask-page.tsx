import type {ComponentChildren} from "preact";
import {useEffect, useState} from "preact/hooks";
import {canAskInWords, languageModels} from "../../asking/language-models.ts";
import {usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {NoProvider} from "../../parts/no-provider.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {open} from "../../shell/navigation.ts";
import {type ConversationHead, Conversations} from "./conversations.tsx";
import {onReturn} from "./on-return.ts";

/** What the frame passes to a page beside the list of conversations. */
interface FrameProps {
  canAsk: boolean;
  /** The explanation why no question can be asked; false if a question can be asked. */
  obstacle: ComponentChildren;
  /** Reloads the list of conversations. */
  reloadList: () => void;
}

/** The last list that this document has loaded. The next page of questions shows it until its own list is loaded. */
let latest: ConversationHead[] | undefined;

/** The frame of the pages of questions: the person's conversations, beside a new question or one conversation. */
export function AskPage({
  conversationId,
  children,
}: {
  conversationId?: string | undefined;
  children: (frame: FrameProps) => ComponentChildren;
}) {
  const list = usePages<ConversationHead>("/api/conversations?limit=30");
  latest = list.rows ?? latest;
  const canAsk = canAskInWords();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onReturn(list.reload), []);
  const deleted = ({id}: ConversationHead) => {
    latest = latest?.filter(one => one.id !== id);
    if (id === conversationId) open("/ask");
    else list.reload();
  };
  return (
    <div class="ask-page">
      <Conversations
        list={{...list, rows: latest}}
        current={conversationId}
        isOpen={isOpen}
        onOpen={setOpen}
        onDeleted={deleted}
      />
      <div class="thread">
        {children({canAsk, obstacle: !canAsk && <NoProviderNotice />, reloadList: list.reload})}
      </div>
    </div>
  );
}

/** Explains that no provider of language models is configured, and how to configure one. */
function NoProviderNotice() {
  const models = useLoad(languageModels, []);
  return (
    <Load from={models}>
      {value => <NoProvider models={value} so="Questions in words cannot be answered yet." />}
    </Load>
  );
}
