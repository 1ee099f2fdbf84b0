import { Duplex } from 'node:stream';

/** The engine's end of the connection. */
export type Line = {
  send: (bytes: Uint8Array<ArrayBuffer>) => void;
  hangUp: () => void;
};

type Chunk = { chunk: Uint8Array };
type Done = (error?: Error | null) => void;

/**
 * The stream of a `pg` client in place of a socket: its bytes go to the embedded database's thread, bytes written
 * together in one message.
 */
export class EmbeddedConnection extends Duplex {
  readonly #dial: (connection: EmbeddedConnection) => Promise<Line>;
  #line: Line | null = null;

  constructor(dial: (connection: EmbeddedConnection) => Promise<Line>) {
    super();
    this.#dial = dial;
  }

  connect(): this {
    this.#dial(this).then(
      (line) => {
        this.#line = line;
        // Closed before the engine was ready.
        if (this.destroyed) line.hangUp();
        else this.emit('connect');
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  // Socket methods without a meaning between threads.
  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;

  override _read() {
    // The engine pushes data itself.
  }

  override _write(chunk: Uint8Array, _encoding: string, done: Done) {
    this.#send([{ chunk }], done);
  }

  override _writev(chunks: Chunk[], done: Done) {
    this.#send(chunks, done);
  }

  // Copied into a buffer of its own, which is then transferred: the client reuses its buffers.
  #send(chunks: Chunk[], done: Done) {
    const bytes = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0));
    let at = 0;
    for (const { chunk } of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#line?.send(bytes);
    done();
  }

  override _final(done: Done) {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done) {
    this.#line?.hangUp();
    done(error);
  }
}
