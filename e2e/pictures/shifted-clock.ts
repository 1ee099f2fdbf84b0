import { startServer } from '../fixtures/server-process.ts';

/** A script that sets the clock of its process to this moment; the clock runs on from there. */
export function clockOf(moment: string): string {
  const shift = Date.parse(moment) - Date.now();
  return `{
    const now = Date.now;
    globalThis.Date = class extends Date {
      constructor(...parts) {
        if (parts.length > 0) super(...parts);
        else super(now() + ${shift});
      }
      static now() {
        return now() + ${shift};
      }
    };
  }`;
}

/** The built server with its embedded database, with the clock set to this moment. */
export const startServerAt = (dataDir: string, moment: string) =>
  startServer({
    dataDir,
    env: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockOf(moment))}`,
    },
  });
