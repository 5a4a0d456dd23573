import type { Recipe } from './recipe.js'

const language: Recipe = {
  adds: 'a language',
  readme: 'shared/messages/README.md',
  max: 2,
  edits: [
    // The texts of another language stand for a translation.
    { folder: 'shared/messages/translations/fr', copyOf: 'shared/messages/translations/es' },
    {
      file: 'shared/messages/languages.ts',
      after: "  es: { name: 'Español', locale: 'es-US' },",
      insert: "  fr: { name: 'Français', locale: 'fr-CA' },",
    },
  ],
  test: {
    file: 'test/unit/shared/french.test.ts',
    content: `import { expect, it } from 'vitest'
import {
  formatterOf,
  languageOf,
  loadLanguages,
} from '../../../electron/app/settings/system-language.js'
import { formatMessage } from '../../../renderer/format/message.js'
import { currentConfirmText } from '../../../renderer/language/confirm-text.js'
import { setLanguage } from '../../../renderer/language/language.js'
import { currentText } from '../../../renderer/language/window-text.js'
import { DEFAULT_PREFERENCES, PREFERENCES } from '../../../shared/domain/app/preferences.js'
import { contract } from '../../../shared/ipc/contract.js'
import { LANGUAGE_NAMES } from '../../../shared/messages/languages.js'
import { message } from '../../../shared/messages/make-message.js'
import { confirmText } from '../../../shared/messages/translations/fr/window/confirm.js'
import { text } from '../../../shared/messages/translations/fr/window/index.js'

const QUIT = message('system.quit')

it('writes messages of main in the new language, which the system may choose', async () => {
  expect(languageOf('fr-BE')).toBe('fr')
  await loadLanguages()
  expect(formatterOf('fr')(QUIT)).toBe(formatterOf('es')(QUIT))
  expect(formatterOf('fr')(QUIT)).not.toBe(formatterOf('en')(QUIT))
})

it('shows the windows in the new language', async () => {
  await setLanguage('fr')
  expect(currentText()).toBe(text)
  expect(currentConfirmText()).toBe(confirmText)
  expect(formatMessage(QUIT)).toBe(formatterOf('fr')(QUIT))
  expect(currentText().orderTypes.market).not.toBe('Market')
})

it('lets the person choose the new language, by its own name', () => {
  expect(LANGUAGE_NAMES.fr).toBe('Français')
  expect(PREFERENCES.language.schema.parse('fr')).toBe('fr')
  expect(contract['preferences.set'].in.safeParse({ language: 'fr' }).success).toBe(true)
  expect(DEFAULT_PREFERENCES.language).toBe('en')
})
`,
  },
}

const ipcOperation: Recipe = {
  adds: 'an operation between windows and main',
  readme: 'shared/ipc/README.md',
  max: 4,
  edits: [
    {
      file: 'shared/ipc/facts-contract.ts',
      before:
        "  /** Changes the person's lists. It is stored here, and reaches the broker when it can. */",
      insert: `  /** Returns how many parts the news about these symbols have. */
  'news.count': op({
    in: z.strictObject({ symbols: z.array(zSymbol).min(1).max(MAX_NEWS_SYMBOLS) }),
    out: returns<{ readonly parts: number }>(),
    surfaces: main,
    effect: 'read',
  }),
`,
    },
    {
      file: 'electron/handlers/facts-handlers.ts',
      before:
        "  'news.summary': async ({ symbols }) => (await session()).market.companies.news(symbols),",
      insert: `  'news.count': async ({ symbols }) => {
    const summary = await (await session()).market.companies.news(symbols)
    return summary.ok ? ok({ parts: summary.value.parts.length }) : summary
  },`,
    },
    {
      file: 'shared/ipc/workspaces/panel-operations.ts',
      before: "  'news.summary',",
      insert: "  'news.count',",
    },
    {
      file: 'renderer/panels/news/news-count.ts',
      content: `import type { Invoke } from '../../bridge/client.js'
import type { Symbol } from '../../../shared/domain/ids.js'

/** Returns how many parts the news about the symbols have; null where that is not known. */
export async function newsCount(
  invoke: Invoke,
  symbols: readonly Symbol[],
): Promise<number | null> {
  const reply = await invoke('news.count', { symbols: [...symbols] })
  return reply.ok ? reply.value.parts : null
}
`,
    },
  ],
  test: {
    file: 'test/unit/renderer/panels/news-count.test.ts',
    content: `import { expect, it } from 'vitest'
import { createFactsHandlers } from '../../../../electron/handlers/facts-handlers.js'
import { createInvoke } from '../../../../renderer/bridge/client.js'
import { newsCount } from '../../../../renderer/panels/news/news-count.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { contract } from '../../../../shared/ipc/contract.js'
import { PANEL_OPERATIONS } from '../../../../shared/ipc/workspaces/panel-operations.js'

it('reaches the new operation from a window, through its schema', async () => {
  const news = async (symbols: readonly string[]) => ok({ parts: symbols.slice(1) })
  const handlers = createFactsHandlers(async () => ({ market: { companies: { news } } }) as never)
  const invoke = createInvoke({
    invoke: async (_op: string, input: unknown) =>
      handlers['news.count'](contract['news.count'].in.parse(input), {} as never),
  } as never)
  expect(await newsCount(invoke, [symbol('AAPL'), symbol('MSFT')])).toBe(1)
  expect(contract['news.count'].in.safeParse({ symbols: [] }).success).toBe(false)
  expect(PANEL_OPERATIONS.has('news.count')).toBe(true)
})
`,
  },
}

const toolWithCall: Recipe = {
  adds: 'a tool for assistants with a call of its own',
  readme: 'electron/assistant/README.md',
  max: 3,
  edits: [
    {
      file: 'electron/assistant/tools/accounts.ts',
      before: '/** The tools for accounts, balances and positions, in listing order. */',
      insert: `export const getDefaultAccount = tool({
  name: 'get_default_account',
  toolset: 'account',
  title: 'Default account',
  effect: 'read',
  description: 'The account that this connection sees first.',
  input: z.strictObject({}),
  output: z.object({ account_id: z.string() }),
  async run(_input, { port, connection }) {
    const account = await port.defaultAccount(connection)
    return account.ok ? ok({ account_id: account.value }) : account
  },
})
`,
    },
    {
      file: 'electron/assistant/tools/accounts.ts',
      after: 'export const ACCOUNT_TOOLS: readonly Tool[] = [',
      insert: '  getDefaultAccount,',
    },
    {
      file: 'electron/core/instructions/assistant/assistant-port.ts',
      before: '  balance(connection: ConnectionId, accountId: AccountId): AsyncResult<Balance>',
      insert: '  defaultAccount(connection: ConnectionId): AsyncResult<AccountId>',
    },
    {
      file: 'electron/core/instructions/assistant/assistant-reads.ts',
      after: "  AssistantPort,\n  | 'accounts'",
      insert: "  | 'defaultAccount'",
    },
    {
      file: 'electron/core/instructions/assistant/assistant-reads.ts',
      before: '  accounts(id: ConnectionId): AsyncResult<readonly AssistantAccount[]> {',
      insert: `  async defaultAccount(id: ConnectionId): AsyncResult<AccountId> {
    const accounts = await this.accounts(id)
    if (!accounts.ok) return accounts
    const [first] = accounts.value
    return first === undefined ? unknownOrder() : ok(first.accountId)
  }
`,
    },
    {
      file: 'test/fakes/assistant-port.ts',
      before: '    accounts: () =>',
      insert: "    defaultAccount: () => record('defaultAccount', ok(ACCOUNT)),",
    },
  ],
  test: {
    file: 'test/contract/assistant/default-account.test.ts',
    content: `import { expect, it } from 'vitest'
import { connectAssistantClient } from '../../harness/assistant/assistant-client.js'

it('answers with the new call of the port', async () => {
  const { fakePort, call } = await connectAssistantClient()
  await call('get_default_account', {})
  expect(fakePort.calls).toContain('defaultAccount')
})
`,
  },
}

/** The recipes of what crosses folders: languages, the windows' calls, the assistants' port. */
export const CROSSING_RECIPES: readonly Recipe[] = [language, ipcOperation, toolWithCall]
