import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { installable, offlinePage } from './build/offline.ts';
import { fileOf } from './build/chunks.ts';
import { devBackend } from './build/dev-backend.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The pages are seen by their HTML and styles alone, so their scripts give way to what is drawn.
const lateScripts: Plugin = {
  name: 'late-scripts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll(
        /<(script type="module"|link rel="modulepreload")/g,
        '$& fetchpriority="low"',
      ),
  },
};

/** The browser app: index.html and src/ become dist/client, in files that the given function names. */
export const appConfig = (nameFile: typeof fileOf): UserConfig => ({
  plugins: [devBackend(), react(), tailwindcss(), installable, lateScripts],
  resolve: {
    alias: {
      '@contracts': path('./supabase/contracts'),
      '@domain': path('./domain'),
      '@': path('./src'),
    },
  },
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: 'es2022',
    // A browser that cannot preload modules loads them when they are wanted.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A module's imports lie in files that come before its own, so that each can be placed by itself.
          includeDependenciesRecursively: false,
          groups: [{ name: nameFile, debugName: 'screens' }],
        },
      },
    },
  },
});

export default defineConfig(mergeConfig(appConfig(fileOf), { plugins: [offlinePage] }));
