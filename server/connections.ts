import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { ServerType } from '@hono/node-server';

type Connection = { socket: Socket; session: ServerHttp2Session | null; waiting: number };

/** The same for a connection's socket, for TLS over it, and for each of its requests. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * Tracks which connections of a server wait for an answer. Browsers open others in advance and never use them: the
 * server's own `closeIdleConnections` keeps those and would wait for them.
 */
export function watchConnections(server: ServerType) {
  const open = new Map<string, Connection>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    open.set(name, { socket, session: null, waiting: 0 });
    socket.once('close', () => open.delete(name));
  });
  server.on('session', (session: ServerHttp2Session) => {
    const connection = open.get(nameOf(session.socket));
    if (connection) connection.session = session;
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(nameOf(socket));
    if (!connection) return;
    connection.waiting += 1;
    response.once('close', () => {
      connection.waiting -= 1;
      if (isClosing) end(connection);
    });
  });
  return {
    /** Closes idle connections at once, and the others after their answers. */
    close: () => {
      isClosing = true;
      for (const connection of open.values()) end(connection);
    },
  };
}

function end({ socket, session, waiting }: Connection) {
  // Refuses new requests, and closes the connection after the last answer.
  if (session) session.close();
  else if (waiting === 0) socket.destroySoon();
}
