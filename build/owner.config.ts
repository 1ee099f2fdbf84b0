import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { appConfig } from '../vite.config.ts';
import { ownersFileOf } from './chunks.ts';

const ownersPage: Plugin = {
  name: 'owners-page',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (!page) this.error('The app has no page');
    page.fileName = 'owner.html';
  },
};

// The same app in files for the owner: owner.html and assets/owner/ join what vite.config.ts has built. Fonts and
// drawings have the same names in both.
export default mergeConfig(
  appConfig(ownersFileOf),
  defineConfig({
    plugins: [ownersPage],
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: '.vite/owner-manifest.json',
      // One file with all that the owner's screens share, among it what customers load on demand.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        checks: { ineffectiveDynamicImport: false },
        output: {
          entryFileNames: 'assets/owner/[name]-[hash].js',
          chunkFileNames: 'assets/owner/[name]-[hash].js',
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith('.css'))
              ? 'assets/owner/[name]-[hash][extname]'
              : 'assets/[name]-[hash][extname]',
        },
      },
    },
  }),
);
