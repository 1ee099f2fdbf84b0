// Page load on a phone over slow 4G, against the same page without scripts. [runs] [path …]
import { freePort, startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { startHttp2Proxy } from './fixtures/http2-proxy.ts';
import { openLighthouse, type Sight } from './fixtures/lighthouse.ts';
import { namedScriptsKb, staticImportsKb } from '../../e2e/fixtures/script-weight.ts';
import { median } from '../fixtures/median.ts';
import { record } from '../fixtures/record.ts';
import { withoutScripts } from './fixtures/without-scripts.ts';

const runs = Number(process.argv[2] ?? 5);
const publicPages = process.argv.slice(3);
if (publicPages.length === 0) publicPages.push('/', '/gallery', '/reviews', '/contact', '/login');
const quality = ['accessibility', 'best-practices', 'seo'];

const serverPort = await freePort();
const page = await startHttp2Proxy({ serverPort: () => serverPort });
const limit = await startHttp2Proxy({ serverPort: () => serverPort, changed: withoutScripts });
const folder = await temporaryFolder();
const server = await startServer({
  dataDir: folder.path,
  port: serverPort,
  env: { DEMO: '1', PUBLIC_URL: page.origin, TRUSTED_PROXIES: '1' },
});
const browser = await openLighthouse();
try {
  const rows = [];
  for (const path of publicPages) {
    const row = await rowOf(path);
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  record({ name: 'page', command: 'npm run bench page', rows });
} finally {
  await browser.close();
  await server.stop();
  await Promise.all([page.close(), limit.close(), folder.remove()]);
}

async function rowOf(path: string) {
  const pages: Sight[] = [];
  const limits: Sight[] = [];
  const { scores, faults } = await browser.look(page.origin + path, quality);
  for (const fault of faults) console.warn(`${path} ${fault}`);
  for (let run = 0; run < runs; run += 1) {
    const lookAtPage = async () =>
      pages.push(await browser.look(page.origin + path, ['performance']));
    const lookAtLimit = async () =>
      limits.push(await browser.look(limit.origin + path, ['performance']));
    // In alternating order, so that neither always runs on the warmer machine.
    for (const next of run % 2 ? [lookAtLimit, lookAtPage] : [lookAtPage, lookAtLimit])
      await next();
  }
  const middle = (sights: Sight[], figure: 'lcpMs' | 'fcpMs' | 'tbtMs' | 'cls') =>
    median(sights.map((sight) => sight[figure]));
  const lcp = middle(pages, 'lcpMs');
  const html = await (await fetch(server.origin + path)).text();
  return {
    page: path,
    'LCP ms': Math.round(lcp),
    'limit ms': Math.round(middle(limits, 'lcpMs')),
    'times the limit': (lcp / middle(limits, 'lcpMs')).toFixed(2),
    'FCP ms': Math.round(middle(pages, 'fcpMs')),
    'limit FCP ms': Math.round(middle(limits, 'fcpMs')),
    'TBT ms': Math.round(middle(pages, 'tbtMs')),
    CLS: middle(pages, 'cls').toFixed(3),
    'eager kB': staticImportsKb().toFixed(1),
    'with its screen kB': namedScriptsKb(html).toFixed(1),
    'a11y / practices / SEO': quality.map((name) => scores[name]).join(' / '),
  };
}
