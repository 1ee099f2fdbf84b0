import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Lets the bundler drop the parts of the router that nobody calls. Its entry is a development build
 * (the quiet one has no export name), and names given to components and calls it cannot see through
 * keep forms and scroll restoration in every visitor's first load.
 */
const slimRouter: Plugin = {
  name: 'slim-router',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: { 'react-router': path('./node_modules/react-router/dist/production/index.mjs') },
    },
  }),
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]+";$/gm, '')
        .replace(
          /^(var \w+ = )(React\d*\.(?:forwardRef|createContext)\()/gm,
          '$1/* @__PURE__ */ $2',
        ),
  },
};

// The browser app: index.html and src/ become dist/client.
export default defineConfig({
  plugins: [slimRouter, react(), tailwindcss()],
  resolve: { alias: { '@domain': path('./domain'), '@': path('./src') } },
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: 'es2022',
    // A browser that cannot preload modules loads them when they are wanted.
    modulePreload: { polyfill: false },
  },
});
