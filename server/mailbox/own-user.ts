import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/**
 * Whether the other end of a connection within this machine may be a program of the person who started the server. A
 * proxy has a user of its own on most machines. Only Linux says who has it; elsewhere the answer is yes.
 */
export async function isOwnUsers({ remotePort, localPort }: Socket): Promise<boolean> {
  const own = process.geteuid?.();
  if (own === undefined || !remotePort || !localPort) return true;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const rows = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1);
    for (const row of rows) {
      const [, local = '', remote = '', , , , , uid = ''] = row.trim().split(/\s+/);
      if (!isLoopback(local) || portOf(local) !== remotePort || portOf(remote) !== localPort) {
        continue;
      }
      return isSamePerson(Number(uid), own);
    }
  }
  return true;
}

// Services have lower numbers than people. Root's server may be a person's.
const isSamePerson = (uid: number, own: number) =>
  uid === own || (own === 0 && uid >= 1000 && uid < 60_000);

const portOf = (place: string) => parseInt(place.split(':')[1] ?? '', 16);

// 127.x.x.x in the kernel's order of bytes, alone or at the end of an IPv6 address, and ::1.
const isLoopback = (place: string) => /^(?:[0-9A-F]*7F|0{24}01000000):/.test(place);
