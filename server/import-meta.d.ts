// `import.meta.glob` is Vite's; it gathers the migrations in tests and in the bundle alike.
import type {} from 'vite/types/importMeta.d.ts';
