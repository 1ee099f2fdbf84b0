/** Told how much of a body has left: a fraction from 0 to 1. */
export type OnProgress = (fraction: number) => void;

/** A fetch that says how far its upload has come, which the browser's own does not. */
export function uploadFetch(onProgress: OnProgress): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open(init?.method ?? 'GET', input instanceof Request ? input.url : input);
      new Headers(init?.headers).forEach((value, name) => call.setRequestHeader(name, value));
      call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total);
      });
      call.addEventListener('load', () =>
        resolve(new Response(call.responseText, { status: call.status })),
      );
      for (const end of ['error', 'abort', 'timeout']) {
        call.addEventListener(end, () => reject(new TypeError('Failed to fetch')));
      }
      call.send(init?.body as XMLHttpRequestBodyInit | null | undefined);
    });
}
