import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/*
 * The router brings the parts of a framework along: prefetching by a manifest, forms that a server answers,
 * loaders and their error pages. None of them can run in an app of <Routes>, but each is named by what does
 * run. Here they are cut off, which spares a first visit 5 kB.
 */
const production = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

type Cut = [what: RegExp, by: string];

const withoutBody = (name: string, body: string): Cut => [
  new RegExp(`^function ${name}\\([^]*?\\n}$`, 'm'),
  `function ${name}() { ${body} }`,
];

// What nobody uses falls away once it is known that nothing happens by itself when it is loaded.
const withoutEffect = (name: string): Cut => [
  new RegExp(`^var ${name} = (\\w+\\.(?:forwardRef|memo))`, 'm'),
  `var ${name} = /* @__PURE__ */ $1`,
];

const cuts: Cut[] = [
  [/^\w+\.(displayName|contextType) = .*;$/gm, ''],
  ...['Link', 'NavLink', 'Form', 'MemoizedDataRoutes'].map(withoutEffect),
  withoutBody('PrefetchPageLinks', 'return null;'),
  withoutBody('usePrefetchBehavior', 'return [false, null, {}];'),
  withoutBody('useViewTransitionState', 'return false;'),
  withoutBody('useNavigateStable', ''),
  withoutBody('DefaultErrorComponent', 'return null;'),
  [/^var RenderErrorBoundary = class [^]*?\n};$/m, 'var RenderErrorBoundary = null;'],
  [
    /^(function useRoutesImpl\(routes, locationArg), dataRouterOpts\) {$/m,
    '$1) { const dataRouterOpts = undefined;',
  ],
  [
    /^(function _renderMatches\(matches, parentMatches = \[\]), dataRouterOpts\) {\n.*;$/m,
    '$1) { const dataRouterOpts = undefined, dataRouterState = undefined;',
  ],
];

/** The router as it is in production (its main entry is the build with all warnings), without what never runs. */
export const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  enforce: 'pre',
  config: () => ({ resolve: { alias: { 'react-router': production } } }),
  transform(code, id) {
    if (!/react-router\/dist\/production\/chunk-/.test(id)) return;
    if (!/^var Link = /m.test(code)) return;
    return { code: cuts.reduce(cutOff, code), map: null };
  },
};

// Another version of the router may have renamed its parts: then the build says so.
function cutOff(code: string, [what, by]: Cut): string {
  const lean = code.replace(what, by);
  if (lean === code) throw new Error(`The router has no ${String(what)}: see build/lean-router.ts`);
  return lean;
}
