/** Calls `look` when the person comes back to this tab. Returns the function that removes the listener. */
export function onReturn(look: () => void): () => void {
  const see = () => {
    if (!document.hidden) look();
  };
  document.addEventListener("visibilitychange", see);
  addEventListener("focus", see);
  return () => {
    document.removeEventListener("visibilitychange", see);
    removeEventListener("focus", see);
  };
}
