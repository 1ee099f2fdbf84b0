import { tooBusy } from './errors.ts';

/** Of all uploads under way together, from the first byte until the photo is encoded. */
const maxBytesAtOnce = 128 * 1024 * 1024;
let bytesAtOnce = 0;

export type ByteShare = { take: (bytes: number) => void; release: () => void };

/** One upload's share of the memory that all of them have. `take` throws 503 when that is used up. */
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
