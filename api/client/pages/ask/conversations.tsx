import {useState} from "preact/hooks";
import type {ConversationView as ConversationHead} from "../../../../shared/automation/agents/ask/schemas.ts";
import {Button, LinkButton} from "../../parts/button.tsx";
import {Confirm} from "../../parts/confirm.tsx";
import {Failed} from "../../parts/failed.tsx";
import type {usePages} from "../../parts/list-table.tsx";
import {Loading} from "../../parts/loading.tsx";
import {When} from "../../parts/when.tsx";
import {segment, service} from "../../service/service.ts";
import {prepare} from "../../shell/navigation.ts";

export type {ConversationHead};

/** The person's own conversations, newest first. On a narrow screen a button opens the list. */
export function Conversations({
  list,
  current,
  isOpen,
  onOpen,
  onDeleted,
}: {
  list: ReturnType<typeof usePages<ConversationHead>>;
  current: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onDeleted: (conversation: ConversationHead) => void;
}) {
  return (
    <nav
      class="conversations"
      aria-label="Conversations"
      onPointerEnter={prepareConversation}
      onFocusIn={prepareConversation}
    >
      <div class="buttons">
        <LinkButton href="/ask">New question</LinkButton>
        <button
          type="button"
          class="button opener"
          aria-expanded={isOpen}
          aria-controls="conversations"
          onClick={() => onOpen(!isOpen)}
        >
          Earlier questions
        </button>
      </div>
      <div id="conversations" class={isOpen ? "open" : ""}>
        <Listed list={list} current={current} onDeleted={onDeleted} />
      </div>
    </nav>
  );
}

const prepareConversation = () => prepare("conversation");

function Listed({
  list: {rows, error, busy, hasMore, more, reload},
  current,
  onDeleted,
}: {
  list: ReturnType<typeof usePages<ConversationHead>>;
  current: string | undefined;
  onDeleted: (conversation: ConversationHead) => void;
}) {
  const [toDelete, setToDelete] = useState<ConversationHead>();
  if (rows === undefined) return error ? <Failed error={error} retry={reload} /> : <Loading />;
  if (rows.length === 0) return <p class="soft">Your questions are listed here. Only you can see them.</p>;
  return (
    <>
      <ul>
        {rows.map(one => (
          <li key={one.id}>
            <a
              href={`/ask/${segment(one.id)}`}
              {...(one.id === current ? {"aria-current": "page" as const} : {})}
            >
              <bdi>{one.title}</bdi>
              <span class="soft">
                <When at={one.updatedAt} />
              </span>
            </a>
            <Button look="quiet" label={`Delete “${one.title}”`} onClick={() => setToDelete(one)}>
              ✕
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && <Failed error={error} retry={reload} />}
      {hasMore && (
        <Button busy={busy} onClick={() => void more()}>
          Earlier conversations
        </Button>
      )}
      {toDelete && (
        <Confirm
          title="Delete the conversation"
          act="Delete it"
          run={() => service.delete(`/api/conversations/${segment(toDelete.id)}`)}
          onClose={() => setToDelete(undefined)}
          onDone={() => {
            setToDelete(undefined);
            onDeleted(toDelete);
          }}
        >
          <p>
            “<bdi>{toDelete.title}</bdi>” is deleted with all of its answers. Charts that you saved stay.
          </p>
        </Confirm>
      )}
    </>
  );
}
