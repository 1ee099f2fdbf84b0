import { tooBusy } from './errors.ts';

/** For all uploads in progress, from the first byte until the photo is encoded. */
const maxBytesAtOnce = 128 * 1024 * 1024;
let bytesAtOnce = 0;

export type ByteShare = { take: (bytes: number) => void; release: () => void };

/** One upload's share of the common memory. `take` throws 503 when it is used up. */
export function openShare(): ByteShare {
  let mine = 0;
  return {
    take: (bytes) => {
      mine += bytes;
      bytesAtOnce += bytes;
      if (bytesAtOnce > maxBytesAtOnce) throw tooBusy();
    },
    release: () => {
      bytesAtOnce -= mine;
      mine = 0;
    },
  };
}
