/**
 * The imports that are allowed: each folder, and the folders it may import from. Every other import
 * is forbidden, `import type` included.
 */
const FOLDERS = {
  shared: ['shared'],
  'electron/core': ['shared', 'electron/core'],
  'electron/provider': ['shared', 'electron/core', 'electron/provider'],
  'electron/adapters': ['shared', 'electron/core', 'electron/adapters'],
  'electron/assistant': ['shared', 'electron/core', 'electron/assistant'],
  'electron/handlers': ['shared', 'electron/core', 'electron/provider', 'electron/handlers'],
  'electron/app': [
    'shared',
    'electron/core',
    'electron/provider',
    'electron/adapters',
    'electron/assistant',
    'electron/handlers',
    'electron/app',
  ],
  'electron/shell': [
    'electron/app',
    'shared',
    'electron/core',
    'electron/provider',
    'electron/adapters',
    'electron/assistant',
    'electron/handlers',
    'electron/shell',
  ],
  'electron/development': [
    'shared',
    'electron/app',
    'electron/polyfill.ts',
    'electron/program.ts',
    'electron/development',
  ],
  'electron/preload': ['shared', 'electron/preload'],
  'electron/practice': ['shared', 'electron/practice', 'electron/polyfill.ts'],
  renderer: ['shared', 'renderer'],
}

/**
 * The folders of `electron/core/instructions`, lowest first: a folder may import from those before
 * it in this list. Folders in one row are independent of each other.
 */
const INSTRUCTION_FOLDERS = [
  ['requests'],
  ['order-text'],
  ['policy'],
  ['connections'],
  ['queue'],
  ['confirm', 'kill-switch', 'hosted', 'scorecard', 'waiting', 'window'],
  ['assistant'],
]

/** Folders whose time, randomness, disk and network are injected. */
const PURE = '^(shared|electron/core|electron/provider|electron/handlers)/'

const OURS = '^(shared|electron|renderer|build|test)/'

/** @param {string} path a folder or a file */
const pattern = (path) => `^${path.replace(/\./g, '\\.')}${path.includes('.') ? '$' : '/'}`

const folderRules = Object.entries(FOLDERS).map(([folder, allowed]) => ({
  name: `${folder.replace('electron/', '')}-imports-only-its-own`,
  severity: 'error',
  comment: `${folder} may import from: ${allowed.join(', ')}.`,
  from: { path: pattern(folder) },
  to: { path: OURS, pathNot: allowed.map(pattern) },
}))

const INSTRUCTIONS = 'electron/core/instructions'
const instructionRules = INSTRUCTION_FOLDERS.flatMap((row, index) =>
  row.map((folder) => {
    const allowed = [...INSTRUCTION_FOLDERS.slice(0, index).flat(), folder]
    return {
      name: `instructions-${folder}-imports-only-lower-folders`,
      severity: 'error',
      comment: `${INSTRUCTIONS}/${folder} may import from these folders beside it: ${allowed.join(', ')}.`,
      from: { path: pattern(`${INSTRUCTIONS}/${folder}`) },
      to: {
        path: pattern(INSTRUCTIONS),
        pathNot: allowed.map((name) => pattern(`${INSTRUCTIONS}/${name}`)),
      },
    }
  }),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...folderRules,
    ...instructionRules,
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Modules must not import each other in a circle; imports of types count too.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nothing imports this module, and it is not an entry point.',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^(electron/main|electron/development/main|electron/preload/preload|electron/practice/main|electron/assistant/bridge/bridge-main)\\.ts$',
          '^build/',
          '\\.json$',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|electron$|original-fs$)' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'The package is not a dependency in package.json.',
      from: { path: '^(shared|electron|renderer)/' },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        pathNot: 'node_modules/(electron|vite|@types)/',
      },
    },
    {
      name: 'electron-only-in-the-shell',
      severity: 'error',
      comment: 'All other code must run, and be testable, without Electron.',
      from: {
        path: OURS,
        pathNot: [
          '^electron/(shell|preload)/',
          '^electron/(main|program|development/main)\\.ts$',
          '^test/',
        ],
      },
      to: { path: '(^electron$|^node_modules/electron/)' },
    },
    {
      name: 'development-is-no-part-of-the-product',
      severity: 'error',
      from: { path: OURS, pathNot: ['^electron/development/', '^test/'] },
      to: { path: '^electron/development/' },
    },
    {
      name: 'pure-folders-use-no-node',
      severity: 'error',
      comment: 'Time, timers, randomness, disk and network come in through ports.',
      from: { path: PURE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pages-use-no-node',
      severity: 'error',
      from: { path: '^(renderer|electron/preload)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'practice-is-a-leaf',
      severity: 'error',
      comment:
        'The practice exchange is reached over sockets and its control port, never by import.',
      from: { path: '^(shared|electron|renderer)/', pathNot: '^electron/practice/' },
      to: { path: '^electron/practice/' },
    },
    {
      name: 'panels-do-not-import-each-other',
      severity: 'error',
      from: { path: '^renderer/panels/([^/]+)/' },
      to: { path: '^renderer/panels/([^/]+)/', pathNot: '^renderer/panels/$1/' },
    },
    {
      name: 'chart-library-only-in-chart',
      severity: 'error',
      comment: 'Only the chart may convert a Decimal to a number.',
      from: { path: OURS, pathNot: ['^renderer/chart/', '^build/'] },
      to: { path: '(^lightweight-charts|node_modules/lightweight-charts/)' },
    },
    {
      name: 'one-order-gateway',
      severity: 'error',
      comment:
        'Only the order gateway may call Place, Replace and Cancel; the provider implements the port.',
      from: {
        path: '^(shared|electron|renderer)/',
        pathNot: [
          '^electron/core/orders/gateway/order-placement\\.ts$',
          '^electron/core/orders/trade-port\\.ts$',
          '^electron/provider/',
        ],
      },
      to: { path: '^electron/core/orders/trade-port\\.ts$' },
    },
    {
      name: 'assistant-only-instructs',
      severity: 'error',
      comment: 'No call of an assistant may reach the order gateway without approval by a person.',
      from: { path: '^electron/assistant/' },
      to: { path: '^electron/core/orders/' },
    },
    {
      name: 'assistant-sees-only-its-port',
      severity: 'error',
      comment:
        'Assistants may use only their port; deciding, sending, pairing and policy are outside it.',
      from: { path: '^electron/assistant/' },
      to: {
        path: '^electron/core/',
        pathNot: '^electron/core/(ports|instructions/assistant/assistant-port)\\.ts$',
      },
    },
    {
      name: 'institution-only-in-its-console',
      severity: 'error',
      comment:
        'The Broker API is for the institution console alone: no assistant and no trading session.',
      from: {
        path: '^electron/',
        pathNot: '^electron/(app/institution|provider/console|practice)/',
      },
      to: {
        path: '^electron/(provider/(console/|institution\\.ts)|app/institution/(institution-service|console-events))',
      },
    },
    {
      name: 'transport-only-at-its-ends',
      severity: 'error',
      comment:
        'The contract between windows and main mirrors shared/domain; other code uses the domain types.',
      from: {
        path: '^(shared|electron|renderer)/',
        pathNot: [
          '^shared/ipc/',
          '^electron/(handlers|preload|app|shell|development)/',
          '^electron/(main|program)\\.ts$',
          '^renderer/bridge/',
        ],
      },
      to: { path: '^shared/ipc/' },
    },
    {
      name: 'product-imports-no-tools',
      severity: 'error',
      from: { path: '^(shared|electron|renderer)/' },
      to: { path: '^(build|test)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(out|\\.cache|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.cjs', '.js', '.json'],
    },
    skipAnalysisNotInRules: true,
  },
}
