import type {PageProps} from "../../shell/page-props.ts";
import {AskPage} from "./ask-page.tsx";
import {Thread} from "./thread.tsx";

/** A conversation with its answers. */
export default function Conversation({parameters: {conversationId = ""}}: PageProps) {
  return (
    <AskPage conversationId={conversationId}>
      {({canAsk, obstacle, reloadList}) => (
        <>
          {obstacle}
          <Thread id={conversationId} canAsk={canAsk} onAsked={reloadList} />
        </>
      )}
    </AskPage>
  );
}
