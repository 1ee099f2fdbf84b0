import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ownSingleton = fileURLToPath(new URL('../src/lib/adopted-style.ts', import.meta.url));
const inShadowsOnly = '!root.head && root.adoptedStyleSheets';

/**
 * Two libraries write style elements, which the page's content policy refuses: the one that keeps the page
 * behind a dialog from scrolling, and the template editor's. Here both get style sheets made by scripts,
 * which the editor's has for shadow roots anyway. Fails the build when a new version does it another way.
 */
export function adoptedStyles(): Plugin {
  return {
    name: 'adopted-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isSingleton = source === './singleton' && importer?.includes('/react-style-singleton/');
      return isSingleton ? ownSingleton : null;
    },
    transform(code, id) {
      if (!/\/style-mod\/.*\.js$/.test(id)) return null;
      if (!code.includes(inShadowsOnly)) throw new Error('style-mod chooses its sheets otherwise');
      return { code: code.replace(inShadowsOnly, 'root.adoptedStyleSheets'), map: null };
    },
  };
}
