import { Duplex } from 'node:stream';

/** The engine's end of a line. */
export type Line = {
  send: (bytes: Uint8Array<ArrayBuffer>) => void;
  hangUp: () => void;
};

type Chunk = { chunk: Uint8Array };
type Done = (error?: Error | null) => void;

/**
 * What a `pg` client talks through in place of a socket: its bytes go to the thread of the embedded
 * database, those that are written together in one message.
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
        // Given up before the engine was there.
        if (this.destroyed) line.hangUp();
        else this.emit('connect');
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  // What else a client asks of a socket has no meaning between threads.
  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;

  override _read() {
    // The engine sends by itself.
  }

  override _write(chunk: Uint8Array, _encoding: string, done: Done) {
    this.#send([{ chunk }], done);
  }

  override _writev(chunks: Chunk[], done: Done) {
    this.#send(chunks, done);
  }

  // Copied into memory of its own, which is then handed over: a client uses its buffers again.
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
