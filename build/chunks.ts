import type { Rolldown } from 'vite';

type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null };
type ModulesByFile = readonly (readonly [file: string, module: RegExp])[];
type ScreenFile = { file: string; entries: RegExp; after: readonly string[] };

const beforeOwners = ['pages-and-texts', 'sign-in', 'bookings'];
const ownersFiles = [...beforeOwners, 'owner'];

/**
 * The files of the built app, and what is imported on demand in each: screens that a visitor opens one after the
 * other. `after` names what has been loaded when a file is. Whatever is not named here has a file of its own.
 */
const screenFiles: readonly ScreenFile[] = [
  { file: 'index', entries: /index\.html$/, after: [] },
  { file: 'below', entries: /\/(story|chat)\.tsx$/, after: ['index'] },
  { file: 'screens', entries: /\/(screens|review-strip|get-rating)\.tsx?$/, after: ['index'] },
  {
    file: 'forms',
    entries: /\/(toaster|details-step)\.tsx$/,
    after: ['index', 'screens'],
  },
  {
    file: 'pages-and-texts',
    entries: /routes\/(gallery|reviews|contact|privacy|terms|cancellation|unsubscribe)\.tsx$/,
    after: shared(),
  },
  {
    file: 'sign-in',
    entries: /routes\/login\.tsx$|\/(watch|leave-ended)-session\.ts$/,
    after: shared(),
  },
  { file: 'schedule', entries: /routes\/schedule\.tsx$/, after: ['index', 'screens'] },
  {
    file: 'checkout',
    entries: /\/(checkout|booking-confirmation|pay|external-scheduler)\.tsx$/,
    after: shared(),
  },
  {
    file: 'bookings',
    entries:
      /routes\/(my-bookings|reschedule|rain|swap|waiting-list|visit|car-photos)\.tsx$|\/(join-form|no-vehicle|no-service)\.tsx$/,
    after: shared(),
  },
  {
    file: 'account',
    entries: /routes\/(account|leave-review)\.tsx$/,
    after: shared('sign-in'),
  },
  {
    file: 'owner',
    entries: /routes\/admin[^/]*$|features\/owner\/.*-(?:screen|management|wall|review)\.tsx$/,
    after: shared(...beforeOwners),
  },
];

/** What the chat says, which the owner edits: no other screen of a customer needs it. */
const chatAnswers = /\/(own-answers|answers-in)\.ts$/;

/** Libraries apart from all else, with what is built on them: they are heavy, or seldom change. */
const libraries: ModulesByFile = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['sign-in', /node_modules\/(@supabase\/storage-js|iceberg-js)\/|\/lib\/storage\.ts$/],
  // Few bookings get photos, or are put into a calendar.
  [
    'photos-and-calendar',
    /\/entities\/booking-photo\/(?!when-booked|visit-photos|read-as-owner|work-photos|take-photos|(?:use-)?pending-photos|photos-in-hand)|\/photos-before-booking\.tsx$|\/lib\/photo-storage\.ts$/,
  ],
  ['photos-and-calendar', /\/(calendar-file|calendar-links|add-to-calendar)\.tsx?$/],
  ['chat-window', chatAnswers],
  // Texts of the owner: of the pages behind the footer, and of the chat.
  ['pages-and-texts', /\/(fill-text|get-website-text|chat-reply)\.ts$/],
  // Menus are on the owner's screens only, but come from the package of all dialogs.
  [
    'menus',
    /node_modules\/(@floating-ui|@radix-ui\/react-(menu|dropdown-menu|popper|roving-focus|use-size|direction))\//,
  ],
];

const isOwners =
  /\/features\/owner\/|\/entities\/visit\/|\/entities\/crew\/.*\.css|\/app\/(routes\/)?admin|node_modules\/@fullcalendar\//;

/** One style sheet for customers and one for the owner, and what only one later screen needs with that screen. */
const stylesApart: ModulesByFile = [
  ['owner', isOwners],
  ['bookings', /\/customer\/visit\//],
  ['light-box', /\/light-box\.css$/],
  ['chat-window', /\/chat-window\.css$/],
];

/** The file of the built app that a module lies in: the last one that has been loaded by all that needs it. */
export function fileOf(id: string, graph: Graph): string | null {
  if (id.endsWith('.css')) return fileAmong(stylesApart, id) ?? 'index';
  const library = fileAmong(libraries, id);
  if (library) return library;
  const [first = [], ...others] = entriesAbove(id, graph).map(filesLoadedWith);
  return first.findLast((file) => others.every((files) => files.includes(file))) ?? null;
}

const fileAmong = (files: ModulesByFile, id: string) =>
  files.find(([, module]) => module.test(id))?.[0];

/** What every screen of the owner loads. */
const ownersStart = ['react', 'photos-and-calendar', ...shared(...ownersFiles)];

/** The same for the owner's page, which loads what all of the owner's screens need as one file. */
export function ownersFileOf(id: string, graph: Graph): string | null {
  const file = fileOf(id, graph);
  const isAtStart =
    file === null || id.startsWith('\0') || chatAnswers.test(id) || ownersStart.includes(file);
  return isAtStart ? 'owner' : file;
}

/** The files that have been loaded when this entry runs, its own as the last one. */
function filesLoadedWith(entry: string): string[] {
  const known = screenFiles.find(({ entries }) => entries.test(entry));
  if (known) return [...known.after, known.file];
  const [name = entry] = /[^/]+(?=\.\w+$)/.exec(entry) ?? [];
  return [...shared(...(isOwners.test(entry) ? ownersFiles : [])), name];
}

function shared(...more: string[]): string[] {
  return ['index', 'screens', 'forms', ...more];
}

/** The entry of the app and the imports on demand that lead to this module. */
function entriesAbove(id: string, graph: Graph): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const walk = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    const info = graph.getModuleInfo(module);
    if (info?.isEntry || info?.dynamicImporters.length) found.push(module);
    info?.importers.forEach(walk);
  };
  walk(id);
  return found;
}
