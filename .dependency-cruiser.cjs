/** Who may import whom. The table in ARCHITECTURE.md is this file in words. */
const test = '\\.test\\.tsx?$';
const ownersCode = '^src/features/owner/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'domain-imports-only-its-date-library',
      severity: 'error',
      from: { path: '^domain/', pathNot: [test, '^domain/testing/'] },
      to: { pathNot: ['^domain/', 'node_modules/temporal-(polyfill|spec|utils)/'] },
    },
    {
      // What these tell before, or without, a database.
      name: 'only-the-published-business-is-told',
      severity: 'error',
      from: {
        path: '^(src|server|supabase|build|domain)/',
        pathNot: [
          test,
          '/testing/',
          '^supabase/tests/',
          '^src/app/prerender/page-facts',
          '^server/pages/installed-files',
          '^build/offline',
        ],
      },
      to: { path: '^domain/business/default-business' },
    },
    {
      name: 'feature-never-imports-another-feature',
      severity: 'error',
      from: { path: '^src/features/([^/]+/[^/]+)/' },
      to: { path: '^src/features/([^/]+/[^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'entity-never-imports-another-entity',
      severity: 'error',
      from: { path: '^src/entities/([^/]+)/' },
      to: { path: '^src/entities/', pathNot: '^src/entities/$1/' },
    },
    {
      name: 'customers-never-load-the-owners-code',
      severity: 'error',
      from: { path: '^src/(features/customer|entities|components|lib)/' },
      to: { path: ownersCode, reachable: true },
    },
    {
      // Other screens than those of /admin bring in what the owner finds there when it is shown.
      name: 'screens-load-the-owners-code-on-demand',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, ownersCode, '^src/app/(routes/)?admin'] },
      to: { path: [ownersCode, '^src/app/(routes/)?admin'], dynamic: false },
    },
    {
      name: 'entities-know-no-feature-and-no-screen',
      severity: 'error',
      from: { path: '^src/entities/' },
      to: { path: '^src/(features|app)/' },
    },
    {
      name: 'shared-browser-code-knows-no-entity-no-feature-and-no-screen',
      severity: 'error',
      from: { path: '^src/(components|lib|config|testing)/' },
      to: { path: '^src/(entities|features|app)/' },
    },
    {
      name: 'features-know-no-screen',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/app/' },
    },
    {
      name: 'browser-never-imports-the-back',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(server|supabase)/', pathNot: '^supabase/(contracts/|database-types\\.ts$)' },
    },
    {
      name: 'functions-import-only-shared-and-domain',
      severity: 'error',
      from: { path: '^supabase/functions/([^/]+)/', pathNot: test },
      to: {
        path: '^(src|server|supabase|e2e|quality|scripts)/',
        pathNot: [
          '^supabase/functions/(_shared|$1)/',
          '^supabase/(contracts/|database-types\\.ts$)',
        ],
      },
    },
    {
      name: 'contracts-import-only-domain-and-zod',
      severity: 'error',
      from: { path: '^supabase/contracts/' },
      to: {
        pathNot: [
          '^(domain|supabase/contracts)/',
          '^supabase/database-types\\.ts$',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'functions-and-domain-import-no-node-module',
      severity: 'error',
      from: { path: '^(domain|supabase/functions)/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-never-imports-the-browser-app',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(src|e2e|quality)/' },
    },
    {
      name: 'e2e-and-quality-import-their-own-fixtures',
      severity: 'error',
      from: { path: '^(e2e|quality)/' },
      // They know nothing of the server.
      to: {
        path: '^(src|server|supabase|domain)/',
        // Except test tools, and what a bench asks a running server in its own words.
        pathNot:
          '^(server/(testing/(database-line|certificate)|control)|domain/booking/booking-number)[.]ts$',
      },
    },
    {
      name: 'nothing-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(npm:|jsr:)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    // An absolute path: a relative one is looked up from the wrong folder for what it extends.
    webpackConfig: { fileName: '.dependency-cruiser.aliases.cjs' },
    tsConfig: { fileName: require('node:path').join(__dirname, 'src/tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
