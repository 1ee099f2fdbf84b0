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

// Node writes the Date of its answers by a clock of its own, and the page corrects its clock by them.
const datedAnswers = `
  import { ServerResponse } from 'node:http';
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...parts) {
    this.setHeader('date', new Date().toUTCString());
    return writeHead.apply(this, parts);
  };`;

/** The built server with its embedded database, with the clock set to this moment. */
export function startServerAt(dataDir: string, moment: string) {
  const script = encodeURIComponent(datedAnswers + clockOf(moment));
  return startServer({
    dataDir,
    env: { NODE_OPTIONS: `--import=data:text/javascript,${script}` },
  });
}
