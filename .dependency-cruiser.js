const tests = String.raw`\.(spec|test|testing|e2e)\.ts$|^(services/testing|scripts)/`;
const suffixes = 'module|service|events|schema|entity|policy|view|writes|lib';

/** @param only the files that may import what `to` describes; tests may everything */
const onlyFrom = (name, only, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: [only, tests] },
  to,
});
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });
const external = (path) => ({ path: `(^|node_modules/)${path}(/|$)` });

/**
 * The floors of services/features from the bottom up, and the features of each floor in order. A feature imports only
 * features that are listed before it, so they can be read from top to bottom and form no circle.
 */
const floors = {
  foundations: ['audit', 'health', 'metrics', 'studio', 'users', 'memberships', 'projects', 'activity'],
  'sign-in and storage': ['auth', 'staged-files', 'uploads', 'trash-store', 'audio'],
  'people, projects and their files': [
    'conventions',
    'engineers',
    'studio-settings',
    'clients',
    'account',
    'orders',
    'project-lifecycle',
    'tracks',
    'album',
    'files',
    'metadata',
    'ddp',
    'people',
  ],
  staging: ['deliverables', 'staging', 'suggestions', 'staging-uploads'],
  'conversation and money': ['comments', 'sharing', 'identify', 'quotes', 'invoices', 'payments'],
  readers: [
    'overview',
    'search',
    'reports',
    'storage-usage',
    'trash',
    'demo',
    'notifications',
    'reminders',
    'mailing-list',
    'analytics',
    'mailbox',
  ],
};
const features = Object.values(floors).flat();
const foldersOf = (names) => `^services/features/(${names.join('|')})/`;
const floorRules = features.map((feature, index) => ({
  name: `${feature}-imports-features-below-it`,
  comment: 'A feature imports only features that are listed before it in `floors`.',
  severity: 'error',
  from: { path: foldersOf([feature]), pathNot: tests },
  to: { path: '^services/features/[^/]+/', pathNot: foldersOf(features.slice(0, index + 1)) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    never(
      'platform-knows-no-feature',
      { path: '^services/platform/', pathNot: tests },
      { path: '^services/(features|api|worker|launcher|commands)/' },
      'The platform is what no feature owns; it stands below all of them.',
    ),
    never(
      'roots-are-not-imported',
      {
        path: '^(services|bench|web)/',
        pathNot: ['^services/(api|worker|launcher|commands/[^/]+)/', tests],
      },
      { path: '^services/(api|worker|launcher|commands/[^/]+)/' },
      'What a process loads is decided in its root; only the tests boot the roots themselves.',
    ),
    never(
      'roots-stay-apart',
      { path: '^services/(api|worker|launcher|commands/[^/]+)/' },
      { path: '^services/(api|worker|launcher|commands/[^/]+)/', pathNot: '^services/$1/' },
      'Each of them is a process of its own.',
    ),
    onlyFrom(
      'controllers-belong-to-the-api',
      String.raw`^services/api/api\.module\.ts$`,
      { path: String.raw`\.controller\.ts$` },
      'A controller is listed in api.module and nowhere else.',
    ),
    onlyFrom(
      'workers-belong-to-the-worker',
      String.raw`^services/worker/worker\.module\.ts$`,
      { path: String.raw`\.worker\.ts$` },
      'A worker is listed in worker.module and nowhere else.',
    ),
    never(
      'features-meet-in-public',
      { path: '^services/features/([^/]+)/', pathNot: tests },
      { path: '^services/features/[^/]+/', pathNot: ['^services/features/$1/', String.raw`\.(${suffixes})\.ts$`] },
      `Features use each other's ${suffixes.replaceAll('|', ', ')} and nothing else.`,
    ),
    onlyFrom(
      'notifications-and-reminders-are-leaves',
      String.raw`^services/(features/(notifications|reminders)/|features/entities\.ts|(api|worker)/)`,
      { path: '^services/features/(notifications|reminders)/' },
      'They are notified by events; nothing waits for them.',
    ),
    never(
      'engine-is-pure',
      { path: '^services/engine/', pathNot: [tests, String.raw`^services/engine/lexicon/words\.ts$`] },
      { pathNot: ['^services/engine/', '(^|node_modules/)(any-ascii|fastest-levenshtein|munkres)(/|$)'] },
      'The suggestion engine only computes: it imports its own folder, and packages without side effects. One exception: lexicon/words.ts reads words.csv once, when it is loaded.',
    ),
    never(
      'audio-headers-are-pure',
      { path: '^services/audio-headers/', pathNot: tests },
      { pathNot: '^services/audio-headers/' },
      'It runs in the server and in the browser.',
    ),
    never(
      'file-kinds-are-pure',
      { path: '^services/file-kinds/', pathNot: tests },
      { pathNot: '^services/file-kinds/' },
      'They run in the server and in the browser, which recognises files before it sends them.',
    ),
    never(
      'file-names-are-pure',
      { path: '^services/file-names/', pathNot: tests },
      { pathNot: '^services/file-names/' },
      'They run in the server and in the browser, which shows an example while a template is typed.',
    ),
    never(
      'album-times-are-pure',
      { path: '^services/album-times/', pathNot: tests },
      { pathNot: '^services/(album-times/|ddp/(limits|time)[.]ts$)' },
      'They run in the server and in the browser, which shows times while gaps are typed.',
    ),
    never(
      'fingerprint-is-pure',
      { path: '^services/fingerprint/', pathNot: tests },
      { pathNot: ['^services/fingerprint/', '(^|node_modules/)fft.js(/|$)'] },
      'Checksums and fingerprints are computed in the server and in the browser.',
    ),
    never(
      'audio-tags-are-pure',
      { path: '^services/audio-tags/', pathNot: tests },
      { pathNot: '^services/audio-(tags|headers)/' },
      'The writers compute bytes from bytes.',
    ),
    never(
      'ddp-is-pure',
      { path: '^services/ddp/', pathNot: tests },
      { pathNot: '^(services/ddp|node_modules/any-ascii)/' },
      'It reads, checks and writes bytes that others give it.',
    ),
    never(
      'no-cycles',
      { path: '^(services|web|bench)/', pathNot: '^web/src/api/generated/' },
      { circular: true },
      'Of two files that need each other, if only for types, neither can be understood first.',
    ),
    ...floorRules,
    {
      name: 'every-feature-has-a-floor',
      comment: 'A new feature is listed in `floors` above.',
      severity: 'error',
      from: { path: '^services/features/[^/]+/', pathNot: [foldersOf(features), tests] },
      to: {},
    },
    onlyFrom(
      'typeorm-module-in-database',
      '^services/platform/database/',
      external('@nestjs/typeorm'),
      'What it injects writes past `tx`: events would be lost, and nothing would be rolled back together.',
    ),
    onlyFrom(
      'bullmq-in-events',
      '^services/platform/events/',
      external('(bullmq|ioredis|@nestjs/bullmq)'),
      'The queue has one owner.',
    ),
    onlyFrom('s3-in-storage', '^services/platform/storage/', external('@aws-sdk'), 'The object store has one owner.'),
    onlyFrom('node-av-in-audio', '^services/platform/audio/', external('node-av'), 'Decoding has one owner.'),
    onlyFrom(
      'processes-in-few-places',
      '^(services/(platform/(audio|embedded|tasks)|launcher)|bench|scripts|web/e2e)/',
      { path: '^(node:)?child_process$' },
      'Only audio, the embedded database, tasks of their own and the launcher start processes.',
    ),
    never(
      'tests-stay-outside',
      { path: '^(services|web/src)/', pathNot: tests },
      { path: tests },
      'What runs in production needs nothing that exists for tests.',
    ),
    never(
      'services-need-no-development-package',
      { path: '^services/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
      'What a process loads has to be among the dependencies.',
    ),
    never('everything-is-found', {}, { couldNotResolve: true }, 'An import that leads nowhere.'),
    never(
      'web-and-services-apart',
      { path: '^services/' },
      { path: '^web/' },
      'Two programs, one document between them.',
    ),
    never(
      'web-knows-no-service',
      { path: '^web/src/' },
      {
        path: '^services/',
        pathNot:
          '^services/((album-times|audio-headers|audio-tags|ddp|file-kinds|file-names|fingerprint)/|platform/zip/layout[.]ts$)',
      },
      'The web knows the API by its document. Both read the same file headers, make the same names and times and pack the same ZIPs.',
    ),
    never(
      'web-pages-below-app',
      { path: '^web/src/(pages|site)/' },
      { path: '^web/src/app/' },
      'app → pages → features → ui → lib → api',
    ),
    never(
      'web-features-below-pages',
      { path: '^web/src/features/' },
      { path: '^web/src/(app|pages|site)/' },
      'app → pages → features → ui → lib → api',
    ),
    never(
      'web-features-apart',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
      'Features are put together by pages only.',
    ),
    never(
      'web-base-below-features',
      { path: '^web/src/(ui|lib|api)/' },
      { path: '^web/src/(app|pages|site|features)/' },
      'app → pages → features → ui → lib → api',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|web/build|web/\\.react-router)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    builtInModules: { add: [] },
  },
};
