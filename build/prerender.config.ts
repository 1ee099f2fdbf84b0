import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const publicScreens = [
  'gallery',
  'reviews',
  'contact',
  'login',
  'privacy',
  'terms',
  'cancellation',
].map((name) => `./routes/${name}.tsx`);

/** Private screens are never prerendered, so this build leaves them out. */
const withoutPrivateScreens: Plugin = {
  name: 'without-private-screens',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.endsWith('/src/app/screens.tsx') &&
    source.startsWith('./routes/') &&
    source !== './routes/not-found.tsx' &&
    !publicScreens.includes(source)
      ? '\0no-screen'
      : null,
  load: (id) => (id === '\0no-screen' ? 'export default () => null;' : null),
};

// The public pages as the server renders them: src/app/prerender becomes dist/prerender/prerender.js, including
// its packages in their production builds.
export default defineConfig({
  plugins: [withoutPrivateScreens, react()],
  resolve: {
    alias: {
      '@contracts': path('../supabase/contracts'),
      '@domain': path('../domain'),
      '@': path('../src'),
    },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/prerender/prerender.tsx',
    outDir: 'dist/prerender',
    target: 'node20',
    // The arrival script is in each page as it is here.
    minify: true,
    copyPublicDir: false,
    ssrEmitAssets: false,
  },
});
