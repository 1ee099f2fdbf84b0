/** The private files of a bucket, with the service role. */
export type ServiceStorage = {
  /** A photo, in a width if the storage has several; null if there is none. Throws when the storage is away. */
  read: (bucket: string, name: string, width?: number) => Promise<Response | null>;
  /** Deletes files; those that are gone already are fine. Returns the number of deleted ones. */
  remove: (bucket: string, names: readonly string[]) => Promise<number>;
};

type Options = {
  /** Sends a request with the service role to this path of the storage interface. */
  send: (path: string, init?: RequestInit) => Promise<Response>;
  /** Whether the storage has narrower copies of private photos. The hosted one makes them for those who pay. */
  hasWidths: boolean;
};

export const serviceStorage = ({ send, hasWidths }: Options): ServiceStorage => ({
  read: async (bucket, name, width) => {
    const response = await send(
      hasWidths && width
        ? `/render/image/authenticated/${bucket}/${name}?width=${width}`
        : `/object/authenticated/${bucket}/${name}`,
    );
    if (response.ok) return response;
    const { statusCode } = (await response.json()) as { statusCode?: unknown };
    if (String(statusCode) === '404') return null;
    throw new Error(`The storage answered ${response.status}`);
  },
  remove: async (bucket, names) => {
    const response = await send(`/object/${bucket}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: names }),
    });
    if (!response.ok) throw new Error(`The storage answered ${response.status}`);
    return ((await response.json()) as unknown[]).length;
  },
});
