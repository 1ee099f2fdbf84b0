import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a PostgreSQL that can be cut: open connections break, and new ones are refused. */
export async function openDatabaseLine(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const accept = (near: Socket) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };
  let server = createServer(accept).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  return {
    url: through.href,
    cut,
    mend: async () => {
      server = createServer(accept).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
