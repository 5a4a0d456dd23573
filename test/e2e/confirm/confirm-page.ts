import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { build } from 'vite'
import { viteConfigs } from '../../../build/vite.mjs'
import { launchApp, type AppOptions, type RunningApp } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { waitForInputDelay } from '../support/settle.js'
import type { Card, CardField, ConfirmView } from '../../../shared/domain/instructions/card.js'
import type { RecordedCall, FakeConfirmControls } from './confirm-app/fake-confirm-service.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The confirm window in front of the fake queue. */
export interface ConfirmRun extends RunningApp {
  /** The confirm window's page; opened by the first card. */
  confirm(): Promise<Page>
  put(view: ConfirmView, attention?: boolean): Promise<void>
  change(change: SampleChange): Promise<void>
  /** The calls of these operations that the page made, oldest first. */
  calls(...ops: readonly string[]): Promise<readonly RecordedCall[]>
  clearCalls(): Promise<void>
  /** The window states that were reported to the queue, oldest first. */
  windows(): Promise<ReturnType<FakeConfirmControls['windows']>>
  /** Shows a new armed card and waits until the page accepts input for it. */
  ready(change?: SampleChange): Promise<Card>
}

/** Builds the test app around the real window once, then starts it. */
export async function openConfirm(
  suite: string,
  options: Pick<AppOptions, 'env'> = {},
): Promise<ConfirmRun> {
  const dir = join(ROOT, 'test-results', `confirm-app-${process.pid}`)
  const bundle = {
    name: 'main',
    entry: 'test/e2e/confirm/confirm-app/main.ts',
    output: 'main/main.cjs',
    sources: [],
    except: [],
  } as const
  for (const config of viteConfigs(bundle, join(dir, 'main'), 'product')) await build(config)
  mkdirSync(dir, { recursive: true })
  writeFileSync(
    join(dir, 'package.json'),
    JSON.stringify({
      name: 'confirm-window',
      version: '1.0.0',
      private: true,
      main: 'main/main.cjs',
    }),
  )
  const run = await launchApp({
    suite,
    appDir: dir,
    keyStore: 'none',
    env: { ...options.env, COUNTERSIGN_TEST_OUT: join(ROOT, 'out') },
  })
  await expect.poll(() => run.app.evaluate(() => 'confirmTest' in globalThis)).toBe(true)
  const confirmRun: ConfirmRun = {
    ...run,
    async close() {
      await run.close()
      await removeFolder(dir)
    },
    windows: () =>
      run.app.evaluate(() =>
        (globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.windows(),
      ),
    async confirm() {
      await expect
        .poll(() => run.app.windows().some((page) => page.url().includes('confirm.html')))
        .toBe(true)
      const page = run.app.windows().find((candidate) => candidate.url().includes('confirm.html'))
      if (page === undefined) throw new Error('the confirm window is gone')
      return page
    },
    put: (view, attention = false) =>
      run.app.evaluate(
        (_electron, [next, calls]) =>
          (globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.put(
            next as ConfirmView,
            calls,
          ),
        [view as unknown as object, attention] as const,
      ),
    change: (change) =>
      run.app.evaluate(
        (_electron, next) =>
          (globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.change(
            next as Partial<Card>,
          ),
        withMessages(change) as unknown as object,
      ),
    calls: async (...ops) =>
      (
        await run.app.evaluate(() =>
          (globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.calls(),
        )
      ).filter(({ op }) => ops.length === 0 || ops.includes(op)),
    clearCalls: () =>
      run.app.evaluate(() =>
        (globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.clearCalls(),
      ),
    async ready(change = {}) {
      const card = sampleCard({
        arming: { nonce: nonceOf(), armed: true, armsInMs: 0, blocked: 'none' },
        ...change,
      })
      await confirmRun.clearCalls()
      await confirmRun.put(viewOf(card), true)
      const page = await confirmRun.confirm()
      // The previous card may still be shown; the page reports this one once it is painted.
      await expect
        .poll(async () =>
          (await confirmRun.calls('confirm.shown')).some(
            ({ input }) => (input as { readonly id: string }).id === card.id,
          ),
        )
        .toBe(true)
      await expect(page.getByTestId('hold')).toBeVisible()
      await waitForInputDelay(page)
      return card
    },
  }
  return confirmRun
}

let count = 0
const hex = (digits: number): string => (count += 1).toString(16).padStart(digits, '0')
export const nonceOf = (): string => hex(32)

export const viewOf = (card: Card | null, more: Partial<ConfirmView> = {}): ConfirmView => ({
  card,
  batch: [],
  waiting: 0,
  net: [],
  extendable: true,
  halted: false,
  ...more,
})

interface FieldTexts {
  readonly before?: string | null
  readonly mark?: CardField['mark']
  readonly source?: string | null
}

const optional = (text: string | null): Message | null => (text === null ? null : foreign(text))

const field = (
  id: string,
  label: string,
  value: string,
  { before = null, mark = 'none', source = null }: FieldTexts = {},
): CardField => ({
  id,
  label: foreign(label),
  value: foreign(value),
  before: optional(before),
  mark,
  source: optional(source),
})

/** A change of a card with plain texts in place of its messages. */
export interface SampleChange extends Omit<Partial<Card>, 'line' | 'result' | 'dangers'> {
  readonly line?: string
  readonly result?: string | null
  readonly dangers?: readonly { readonly code: string; readonly text: string }[]
}

/** Returns the change with a message for each of its texts. */
export function withMessages({ line, result, dangers, ...change }: SampleChange): Partial<Card> {
  return {
    ...change,
    ...(line === undefined ? {} : { line: foreign(line) }),
    ...(result === undefined ? {} : { result: optional(result) }),
    ...(dangers === undefined
      ? {}
      : { dangers: dangers.map(({ code, text }) => ({ code, text: foreign(text) })) }),
  }
}

/** A card as main creates them: a plain limit order in practice. */
export function sampleCard(change: SampleChange = {}): Card {
  const now = Date.now()
  const card = {
    id: hex(32),
    digest: hex(64),
    environment: 'practice',
    action: 'place',
    line: foreign('BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day'),
    side: 'buy',
    symbol: 'AAPL',
    account: { accountId: 'ACC1', label: 'Practice margin', lastFour: '4821' },
    requester: {
      name: 'Research assistant',
      source: 'local',
      firstSeenAt: now - 86_400_000 * 3,
      ordersToday: 4,
      limitToday: 50,
    },
    money: [
      field('cost', 'Cost', '$1,875.00', { source: 'broker preview 1 s ago' }),
      field('fees', 'Fees', '$0.02', { source: 'broker preview 1 s ago' }),
      field('currency', 'Currency', 'USD'),
    ],
    effect: [
      field('power', 'Buying power', '$48,124.98', { before: '$50,000.00', mark: 'changed' }),
      field('position', 'Position', '30 AAPL', { before: '20 AAPL', mark: 'changed' }),
      field('equity', 'Share of equity', '1.9%'),
    ],
    market: [
      field('bid', 'Bid', '187.44 × 300'),
      field('ask', 'Ask', '187.52 × 200'),
      field('last', 'Last', '187.49'),
      field('spread', 'Spread', '0.08 (0.04%)'),
      field('distance', 'Limit to ask', '0.02 below'),
      field('session', 'Session', 'Open'),
    ],
    compare: [],
    policy: [
      {
        rule: 'order-limit',
        text: foreign('Order value $1,875.00 (limit $5,000.00)'),
        result: 'passed',
      },
      { rule: 'ask-always', text: message('policy.needsApproval'), result: 'asks' },
    ],
    tier: 'plain',
    dangers: [],
    editable: { quantity: '10', amount: null, limitPrice: '187.5', stopPrice: null },
    amended: false,
    reason: 'Momentum over the last three sessions and a position below target weight.',
    requestCount: 1,
    createdAt: now - 20_000,
    expiresAt: now + 880_000,
    moved: null,
    label: 'live',
    asOf: now,
    quoteAgeMs: 400,
    batch: null,
    state: 'open',
    result: null,
    arming: { nonce: nonceOf(), armed: false, armsInMs: 1_500, blocked: 'none' },
    ...withMessages(change),
  }
  return card as unknown as Card
}
export const sampleField = (
  id: string,
  label: string,
  value: string,
  more: FieldTexts = {},
): CardField => field(id, label, value, more)
