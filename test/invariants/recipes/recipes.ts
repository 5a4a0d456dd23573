import { alertKind } from './alert-recipe.js'
import { CROSSING_RECIPES } from './crossing-recipes.js'
import type { Recipe } from './recipe.js'

const tool: Recipe = {
  adds: 'a tool for assistants',
  readme: 'electron/assistant/README.md',
  max: 1,
  edits: [
    {
      file: 'electron/assistant/tools/accounts.ts',
      before: '/** The tools for accounts, balances and positions, in listing order. */',
      insert: `export const getAccountCount = tool({
  name: 'get_account_count',
  toolset: 'account',
  title: 'Number of accounts',
  effect: 'read',
  description: 'How many accounts this connection may see.',
  input: z.strictObject({}),
  output: z.object({ accounts: z.number() }),
  async run(_input, { port, connection }) {
    const found = await port.accounts(connection)
    return found.ok ? ok({ accounts: found.value.length }) : found
  },
})
`,
    },
    {
      file: 'electron/assistant/tools/accounts.ts',
      after: 'export const ACCOUNT_TOOLS: readonly Tool[] = [',
      insert: '  getAccountCount,',
    },
  ],
  test: {
    file: 'test/contract/assistant/account-count.test.ts',
    content: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'

it('finds the new tool for its toolset only, and answers', async () => {
  const fixture = await startEndpointFixture({})
  const client = new Client({ name: 'test-client', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(fixture.endpoint.url), {
      requestInit: { headers: { authorization: \`Bearer \${TOKEN}\` } },
    }),
  )
  const found = async () => {
    const args = { text: 'account count' }
    const { structuredContent } = await client.callTool({ name: 'find_tools', arguments: args })
    return JSON.stringify(structuredContent)
  }
  expect(await found()).toContain('get_account_count')
  const answer = await client.callTool({ name: 'get_account_count', arguments: {} })
  expect(answer.structuredContent).toEqual({ accounts: expect.any(Number) })
  fixture.fakePort.allow(['trading'])
  expect(await found()).not.toContain('get_account_count')
  await client.close()
  await fixture.endpoint.close()
})
`,
  },
}

const operation: Recipe = {
  adds: 'an operation of the broker',
  readme: 'shared/wire/README.md',
  max: 3,
  edits: [
    {
      file: 'shared/wire/families/market-data/stock-extras.ts',
      after: 'export const STOCK_EXTRA_OPERATIONS = {',
      insert: `  stockHalts: operation({
    ...data,
    id: 'market.stocks.halts',
    name: 'Stock Halts',
    path: '/market-data/stocks/halts/list',
    request: z.object({ symbols: z.string().min(1) }),
    response: z.array(z.object({ symbol: z.string(), halted: z.boolean() })),
  }),
`,
    },
    {
      file: 'electron/practice/http/handlers/market-data/stock-extras.ts',
      before: 'export const stockExtraHandlers: Pick<Handlers, ExtraId> = {',
      insert: `export const haltHandlers: Pick<Handlers, 'market.stocks.halts'> = {
  'market.stocks.halts': (request) =>
    ok(json(splitList(request.symbols).map((symbol) => ({ symbol, halted: false })))),
}
`,
    },
    {
      file: 'electron/practice/http/handlers/index.ts',
      after: 'export const HANDLERS: Handlers = {',
      insert: '  ...haltHandlers,',
    },
    {
      file: 'electron/practice/http/handlers/index.ts',
      before: "import { stockExtraHandlers } from './market-data/stock-extras.js'",
      insert: "import { haltHandlers } from './market-data/stock-extras.js'",
    },
  ],
  test: {
    file: 'test/contract/provider/stock-halts.test.ts',
    content: `import { expect, it } from 'vitest'
import { STOCK_EXTRA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-extras.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { practiceCaller } from './practice-caller.js'
import { openPractice } from './practice-session.js'

it('calls the new operation of the practice exchange through the client', async () => {
  const session = await openPractice()
  const caller = practiceCaller(session)
  const halts = await caller.call(STOCK_EXTRA_OPERATIONS.stockHalts, { symbols: 'AAPL,MSFT' })
  expect(expectOk(halts)).toEqual([
    { symbol: 'AAPL', halted: false },
    { symbol: 'MSFT', halted: false },
  ])
  caller.close()
  await session.close()
})
`,
  },
}

const orderType: Recipe = {
  adds: 'an order type',
  readme: 'shared/domain/README.md',
  max: 3,
  edits: [
    {
      file: 'shared/domain/orders/order-types.ts',
      after: 'export const ORDER_TYPE_TABLE = {',
      insert: `  'limit-on-close': {
    wireName: 'LIMIT_ON_CLOSE',
    uses: ['limit'],
    stockSessions: REGULAR,
    timesInForce: { stock: ['day'] },
  },
`,
    },
    {
      file: 'shared/messages/en/instructions/order-types.ts',
      after: 'export const orderTypeLabels: Readonly<Record<OrderType, string>> = {',
      insert: "  'limit-on-close': 'Limit on close',",
    },
    {
      file: 'shared/messages/en/instructions/order-types.ts',
      after: 'export const orderTypePhrases: Readonly<Record<OrderType, string>> = {',
      insert: "  'limit-on-close': 'limit{limit} at the close',",
    },
    {
      file: 'shared/messages/translations/es/instructions/order-types.ts',
      after: 'export const orderTypeLabels: Readonly<Record<OrderType, string>> = {',
      insert: "  'limit-on-close': 'Límite en cierre',",
    },
    {
      file: 'shared/messages/translations/es/instructions/order-types.ts',
      after: 'export const orderTypePhrases: Readonly<Record<OrderType, string>> = {',
      insert: "  'limit-on-close': 'límite{limit} en el cierre',",
    },
  ],
  test: {
    file: 'test/unit/shared/limit-on-close.test.ts',
    content: `import { expect, it } from 'vitest'
import { orderTypeOf, WIRE_ORDER_TYPE } from '../../../electron/provider/mapping/enums.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import { checkDraft } from '../../../shared/domain/orders/order-rules.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { STOCK_ORDER_TYPES } from '../../../shared/domain/orders/order-types.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import { text } from '../../../shared/messages/en/window/index.js'

const draft: OrderDraft = {
  accountId: accountId('1'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit-on-close',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('10.00')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}

it('offers, checks, names and sends the new order type', () => {
  expect(STOCK_ORDER_TYPES).toContain('limit-on-close')
  expect(checkDraft(draft, true)).toEqual([])
  expect(checkDraft({ ...draft, limitPrice: null }, true)).toMatchObject([
    { problem: 'limit-price-missing' },
  ])
  expect(checkDraft({ ...draft, timeInForce: 'gtc' }, true)).toHaveLength(1)
  expect(WIRE_ORDER_TYPE['limit-on-close']).toBe('LIMIT_ON_CLOSE')
  expect(orderTypeOf('LIMIT_ON_CLOSE')).toBe('limit-on-close')
  expect(inEnglish(message('order.priceTerms', { order: draft }))).toBe('limit 10.00 at the close')
  expect(text.orderTypes['limit-on-close']).toBe('Limit on close')
})
`,
  },
}

const FAULT_TEXTS = ['shared/messages/en/window', 'shared/messages/translations/es/window'].flatMap(
  (folder) =>
    ['faultNames', 'faultHints'].map((member) => ({
      file: `${folder}/panels/practice.ts`,
      after: `  ${member}: {`,
      insert: "    'drop-late': 'The connection is lost late.',",
    })),
)

const fault: Recipe = {
  adds: 'a fault of the practice exchange',
  readme: 'electron/practice/README.md',
  max: 4,
  edits: [
    {
      file: 'electron/practice/faults/fault-table.ts',
      before: "  'malformed-body': { point: 'answer', effect: 'garble', placement: LOST },",
      insert: "  'drop-late': { point: 'response', effect: 'drop', placement: LOST },",
    },
    {
      file: 'shared/domain/app/practice/practice-settings.ts',
      after: 'export const PRACTICE_FAULTS = [',
      insert: "  'drop-late',",
    },
    ...FAULT_TEXTS,
  ],
  test: { file: 'test/contract/provider/fault-table.test.ts' },
}

const preference: Recipe = {
  adds: 'a preference',
  readme: 'shared/domain/README.md',
  max: 3,
  edits: [
    {
      file: 'shared/domain/app/preferences.ts',
      before: '  tourDone: preference(z.boolean(), false, null),',
      insert: "  largeText: preference(z.boolean(), false, 'largeText'),",
    },
    {
      file: 'shared/messages/en/window/index.ts',
      after: '    preferences: {',
      insert: "      largeText: { label: 'Large text' },",
    },
    {
      file: 'shared/messages/translations/es/window/index.ts',
      after: '    preferences: {',
      insert: "      largeText: { label: 'Texto grande' },",
    },
  ],
  test: {
    file: 'test/unit/shared/large-text.test.ts',
    content: `import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, Preferences } from '../../../shared/domain/app/preferences.js'
import { contract } from '../../../shared/ipc/contract.js'
import { text as textEs } from '../../../shared/messages/translations/es/window/index.js'

it('stores the new preference, labels it, and lets windows change it', () => {
  expect(DEFAULT_PREFERENCES.largeText).toBe(false)
  const changed = { ...DEFAULT_PREFERENCES, largeText: true }
  expect(Preferences.parse(changed)).toEqual(changed)
  expect(contract['preferences.set'].in.safeParse({ largeText: true }).success).toBe(true)
  expect(contract['preferences.set'].in.safeParse({ largeText: 'yes' }).success).toBe(false)
  expect(textEs.settings.preferences.largeText.label).toBe('Texto grande')
})
`,
  },
}

const panel: Recipe = {
  adds: 'a panel',
  readme: 'renderer/panels/README.md',
  max: 4,
  edits: [
    {
      file: 'renderer/panels/notes/manifest.ts',
      content: `import { StickyNote } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const notesManifest: PanelManifest = {
  id: 'notes',
  icon: StickyNote,
  placement: 'blotter',
  topics: [],
  shortcut: null,
  load: async () => (await import('./notes-panel.js')).NotesPanel,
}
`,
    },
    {
      file: 'renderer/panels/notes/notes-panel.tsx',
      content: `import { useText } from '../../language/window-text.js'

/** What the person wrote down. */
export function NotesPanel() {
  return <p>{useText().app.name}</p>
}
`,
    },
    {
      file: 'renderer/panels/registry.ts',
      after: 'const MANIFESTS: readonly PanelManifest[] = [',
      insert: '  notesManifest,',
    },
    {
      file: 'renderer/panels/registry.ts',
      before: "import { ordersManifest } from './orders/manifest.js'",
      insert: "import { notesManifest } from './notes/manifest.js'",
    },
    {
      file: 'shared/messages/en/window/windows/panel-titles.ts',
      after: 'export const panelTitles = {',
      insert: "  notes: 'Notes',",
    },
    {
      file: 'shared/messages/translations/es/window/windows/panel-titles.ts',
      after: "export const panelTitlesEs: WindowText['panelTitles'] = {",
      insert: "  notes: 'Notas',",
    },
  ],
  test: {
    file: 'test/unit/renderer/panels/notes.test.tsx',
    content: `import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { COMMANDS } from '../../../../renderer/app/commands/commands.js'
import { englishText } from '../../../../renderer/language/window-text.js'
import { panelOf, panelTitle } from '../../../../renderer/panels/registry.js'

it('opens the new panel by its command, with its title and its component', async () => {
  const panel = panelOf('notes')
  expect(panelTitle('notes', englishText)).toBe('Notes')
  expect(COMMANDS.map(({ id }) => id)).toContain('panel:notes')
  const Panel = await panel?.load()
  expect(Panel && renderToStaticMarkup(<Panel />)).toBe('<p>Countersign</p>')
})
`,
  },
}

/** One recipe for everything that is added as data. */
export const RECIPES: readonly Recipe[] = [
  tool,
  operation,
  orderType,
  fault,
  preference,
  panel,
  alertKind,
  ...CROSSING_RECIPES,
]
