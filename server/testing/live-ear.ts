/** A listener to a host's live updates. Throws when it is refused. */
export async function listenTo(
  origin: string,
  headers: Record<string, string> = {},
): Promise<{
  response: Response;
  /** The next topics; null when the stream has ended. */
  next: () => Promise<string[] | null>;
  hangUp: () => void;
}> {
  const abort = new AbortController();
  const response = await fetch(`${origin}/live/v1/changes`, { headers, signal: abort.signal });
  if (!response.ok || !response.body) throw new Error(`Refused with ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  return {
    response,
    next: async () => {
      for (;;) {
        const told = /^data: (.*)\n\n/m.exec(buffer);
        if (told) {
          buffer = buffer.slice(told.index + told[0].length);
          return (told[1] ?? '').split(' ');
        }
        const { done, value } = await reader.read();
        if (done) return null;
        buffer += value;
      }
    },
    hangUp: () => abort.abort(),
  };
}
