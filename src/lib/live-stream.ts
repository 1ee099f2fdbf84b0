/** Longer than between two signs of life of the server: a line that is dead without having been cut. */
const silenceMs = 60_000;

type LineHandlers = { onOpen: () => void; onData: (data: string) => void };

/** Reads server-sent events until the stream ends. Throws when it was refused, breaks, or falls silent. */
export async function readLines(
  response: Response,
  signal: AbortSignal,
  { onOpen, onData }: LineHandlers,
): Promise<void> {
  if (!response.ok || !response.body) throw new Error(`Refused with ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  onOpen();
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      if (done || signal.aborted) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) onData(line.slice('data: '.length));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The live stream is silent')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
