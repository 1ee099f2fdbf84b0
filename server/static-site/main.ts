import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../config.ts';
import { loadPrerender } from '../pages/prerender.ts';
import { buildStaticSite } from './build-static-site.ts';
import { readStaticConfig } from './static-config.ts';

// node dist/server/static-site.js
const built = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

try {
  const config = readStaticConfig(process.env);
  const prerender = await loadPrerender(built('prerender/prerender.js'));
  if (!prerender) throw new ConfigurationError('The build has no pages: run npm run build first');
  const folder = built('static');
  await buildStaticSite({ config, clientFolder: built('client'), folder, prerender }).catch(
    (error: unknown) => {
      const { message } = error as Error;
      throw new ConfigurationError(`${config.backendUrl} can't be read: ${message}`);
    },
  );
  console.log(`The site is in ${folder}`);
} catch (error) {
  if (error instanceof ConfigurationError) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
}
// The pages' packages leave handles open.
process.exit();
