import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks which connections of a server wait for an answer. Browsers open others in advance and never use them: the
 * server's own `closeIdleConnections` keeps those and would wait for them.
 */
export function watchConnections(server: Server) {
  const open = new Map<Socket, number>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1;
      if (open.has(socket)) open.set(socket, left);
      if (isClosing && left === 0) socket.destroySoon();
    });
  });
  return {
    /** Closes idle connections at once, and the others after their answer. */
    close: () => {
      isClosing = true;
      for (const [socket, waiting] of open) if (waiting === 0) socket.destroySoon();
    },
  };
}
