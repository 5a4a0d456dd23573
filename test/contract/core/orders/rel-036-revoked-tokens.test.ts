import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import { OAuthSession } from '../../../../electron/core/auth/auth-session.js'
import type { WriteOutcome } from '../../../../electron/core/orders/write-outcome.js'
import type { ProviderFailure } from '../../../../electron/core/provider-failure.js'
import type { Provider } from '../../../../electron/provider/gateway.js'
import {
  clientOrderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import type { PracticeState } from '../../../../shared/practice/practice-control.js'
import { approveSignIn } from '../../../harness/exchange/practice-session.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { until } from '../../../harness/system/until.js'
import { openPractice, type PracticeSession } from '../../provider/practice-session.js'
import { priceOf, quantity, SessionFixture } from '../session-fixture.js'
import { isOpen, openAtExchange, openSwitch, ordersAt, placeElsewhere } from './kill-fixture.js'

const TEST_MS = 180_000

/** The orders that work while tokens are revoked. Connect has 90 requests in a minute for all. */
const ROWS = [
  { mode: 'key', orders: 60 },
  { mode: 'connect', orders: 12 },
] as const

const restingDraft = (accountId: AccountId): OrderDraft => ({
  accountId,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'core',
  size: quantity('1'),
  limitPrice: priceOf('1.00'),
  stopPrice: null,
  trail: null,
  expireDate: null,
})

/** A provider client of a running exchange, and the orders of one account. */
class Load {
  readonly practice: PracticeSession
  readonly client: Provider
  readonly account: AccountId
  readonly mode: (typeof ROWS)[number]['mode']
  readonly stop: () => void
  readonly outcomes: { readonly kind: string; readonly id: ClientOrderId; answer: WriteOutcome }[] =
    []
  readonly refusedPreviews: ProviderFailure[] = []
  #ids = 0

  private constructor(
    practice: PracticeSession,
    client: Provider,
    account: AccountId,
    mode: (typeof ROWS)[number]['mode'],
    stop: () => void,
  ) {
    this.practice = practice
    this.client = client
    this.account = account
    this.mode = mode
    this.stop = stop
  }

  static async open(mode: (typeof ROWS)[number]['mode']): Promise<Load> {
    const practice = await openPractice()
    const client = practice.provider({ mode })
    const auth = new OAuthSession({
      auth: client.auth,
      authorize: approveSignIn(practice.practice),
      vault: memoryVault(),
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom,
      log: { event: () => undefined },
      automatic: true,
    })
    client.useBearer(auth.tokens)
    expect(await auth.start()).toBe(true)
    const accounts = expectOk(await client.portfolio.accounts())
    const account = accounts.find(
      ({ product, type }) => product === 'securities' && type !== 'cash',
    )
    if (account === undefined) throw new Error('no margin account')
    return new Load(practice, client, account.accountId, mode, () => auth.dispose())
  }

  get #nextId(): ClientOrderId {
    return clientOrderId((this.#ids += 1).toString(16).padStart(32, '0'))
  }

  /** Revokes what the client's requests are authorized with. */
  revoke(): Promise<unknown> {
    const command = { command: 'revoke-tokens' } as const
    return this.practice.practice.command(
      this.mode === 'connect' ? { ...command, only: 'access' } : command,
    )
  }

  place(): Promise<ClientOrderId> {
    const id = this.#nextId
    return this.#record('place', id, this.client.trade.place(restingDraft(this.account), id))
  }

  replace(id: ClientOrderId): Promise<ClientOrderId> {
    const change = { quantity: restingQuantity('2') }
    return this.#record('replace', id, this.client.trade.replace(this.account, id, change))
  }

  cancel(id: ClientOrderId): Promise<ClientOrderId> {
    return this.#record('cancel', id, this.client.trade.cancel(this.account, id))
  }

  async preview(): Promise<void> {
    const answer = await this.client.trade.preview(restingDraft(this.account), this.#nextId)
    if (!answer.ok) this.refusedPreviews.push(answer.error)
  }

  async #record(
    kind: string,
    id: ClientOrderId,
    written: Promise<WriteOutcome>,
  ): Promise<ClientOrderId> {
    this.outcomes.push({ kind, id, answer: await written })
    return id
  }

  answersOf(kind: string): readonly WriteOutcome[] {
    return this.outcomes.filter((outcome) => outcome.kind === kind).map(({ answer }) => answer)
  }

  async close(): Promise<void> {
    this.stop()
    await this.practice.close()
  }
}

const restingQuantity = (text: string) => {
  const size = quantity(text)
  if (size.kind !== 'quantity') throw new Error('a quantity')
  return size.quantity
}

const isTokenRefused = (answer: WriteOutcome): boolean =>
  answer.outcome === 'rejected' && answer.code === 'INVALID_TOKEN'

describe('REL-36: tokens that are revoked while orders are on their way', () => {
  test.each(ROWS)(
    'end no cancel, and leave no placement in doubt, with the tokens of $mode',
    { timeout: TEST_MS },
    async ({ mode, orders }) => {
      const load = await Load.open(mode)
      const working = await Promise.all(Array.from({ length: orders }, () => load.place()))
      // An order that was accepted a moment ago cannot be canceled yet.
      await until('all work', async () => {
        const truth = await ordersAt(load.practice)
        return working.every((id) =>
          truth.some((order) => order['client_order_id'] === id && order['status'] === 'SUBMITTED'),
        )
      })

      const requests: Promise<unknown>[] = []
      for (const [index, id] of working.entries()) {
        if (index % (orders / 3) === 1) requests.push(load.revoke())
        requests.push(load.cancel(id))
        if (index % 6 === 0) requests.push(load.place(), load.preview())
        if (index % 6 === 3) requests.push(load.replace(id))
        // Requests of every age are to be on their way when the tokens end.
        await new Promise((resolve) => {
          setTimeout(resolve, 2)
        })
      }
      await Promise.all(requests)

      expect(load.answersOf('cancel').filter(({ outcome }) => outcome !== 'acknowledged')).toEqual(
        [],
      )
      expect(load.refusedPreviews).toEqual([])
      const { orders: truth, accepted } = (await load.practice.practice.command({
        command: 'state',
      })) as PracticeState
      const open = new Set(truth.filter(isOpen).map((order) => order['client_order_id']))
      expect(working.filter((id) => open.has(id))).toEqual([])
      for (const { kind, id, answer } of load.outcomes) {
        if (kind !== 'place') continue
        expect(answer.outcome === 'acknowledged' || isTokenRefused(answer), `${kind} ${id}`).toBe(
          true,
        )
        expect(accepted[id] ?? 0).toBe(answer.outcome === 'acknowledged' ? 1 : 0)
      }
      await load.close()
    },
  )

  test('do not end a kill before the last order has', { timeout: TEST_MS }, async () => {
    const fixture = await SessionFixture.open()
    const killSwitch = await openSwitch(fixture)
    await placeElsewhere(fixture, [fixture.selected], 80)

    void killSwitch.kill(foreign('stop'), 'all')
    let remaining = await openAtExchange(fixture.practice)
    for (let turn = 0; turn < 3; turn += 1) {
      await fixture.practice.practice.command({ command: 'revoke-tokens' })
      await fixture.until('some more are canceled', async () => {
        const now = await openAtExchange(fixture.practice)
        const isLess = now < remaining || now === 0
        if (isLess) remaining = now
        return isLess
      })
    }
    await fixture.until('nothing left', () => killSwitch.get()?.phase === 'clear')

    expect(await openAtExchange(fixture.practice)).toBe(0)
    expect(killSwitch.get()).toMatchObject({ working: 0, unknown: 0, phase: 'clear' })
    killSwitch.dispose()
    await fixture.close()
  })
})
