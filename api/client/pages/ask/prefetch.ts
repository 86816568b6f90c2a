import type {ConversationDetail as Conversation} from "../../../../shared/automation/agents/ask/schemas.ts";
import {segment, service} from "../../service/service.ts";

export type {Conversation};

let ahead: Conversation | undefined;

export function readConversation(id: string, signal?: AbortSignal): Promise<Conversation> {
  return service.get<Conversation>(`/api/conversations/${segment(id)}`, signal && {signal});
}

/**
 * Reads a conversation ahead, so that its page shows it at once. After a failure, the page reads the conversation
 * itself.
 */
export async function prefetchConversation(id: string): Promise<void> {
  ahead = await readConversation(id).catch(() => undefined);
}

/** The conversation, if it was read ahead. */
export function prefetchedConversation(id: string): Conversation | undefined {
  return ahead?.id === id ? ahead : undefined;
}
