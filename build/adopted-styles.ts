import type { Plugin } from 'vite';

const inShadowsOnly = '!root.head && root.adoptedStyleSheets';

/**
 * The template editor's library writes a style element, which the page's content policy refuses. Here it gets a
 * style sheet made by scripts, which it has for shadow roots anyway. Fails the build when a new version does it
 * another way.
 */
export function adoptedStyles(): Plugin {
  return {
    name: 'adopted-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/style-mod\/.*\.js$/.test(id)) return null;
      if (!code.includes(inShadowsOnly)) throw new Error('style-mod chooses its sheets otherwise');
      return { code: code.replace(inShadowsOnly, 'root.adoptedStyleSheets'), map: null };
    },
  };
}
