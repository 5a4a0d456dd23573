import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AccountBalances } from '../../../electron/core/limits/account-balances.js'
import { PersonalLimitService } from '../../../electron/core/limits/personal-limit-service.js'
import { NO_LIMITS_FILE } from '../../../electron/core/limits/personal-limit-file.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/risk-limits.js'
import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import type { Account, Balance } from '../../../shared/domain/account/account.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import { accountId } from '../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import {
  nextTradeDateStart,
  tradeDate,
  tradeDateStart,
} from '../../../shared/domain/market/trade-date.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'

const ACCOUNT = accountId('A')
const PRODUCTS: readonly AccountProduct[] = ['securities', 'futures', 'crypto', 'events']
const LIMITS = { ...DEFAULT_LIMITS, maxDailyLoss: asMoney(dec('1000')) }
/** A Tuesday evening: each product's day ends at another time after it. */
const LOSS_AT = exchangeInstant('2026-11-24', 17 * 60)

/** An account that loses 1,200 on one trade date, whose balance is as old as its last reading. */
function losing(product: AccountProduct) {
  let now: EpochMs = LOSS_AT
  let readings = 0
  const lossDate = tradeDate(product, LOSS_AT)
  const figuresAt = (time: EpochMs): Balance =>
    ({
      accountId: ACCOUNT,
      currency: 'USD',
      // Each reading has a time of its own.
      asOf: time + (readings += 1) / 1_000,
      dayPnl: asMoney(dec(tradeDate(product, time) === lossDate ? '-1200' : '0')),
      netLiquidation: null,
      currencies: [],
    }) as unknown as Balance
  const account = { accountId: ACCOUNT, product } as Account
  let figures = figuresAt(now)
  const clock = { now: () => now, monotonic: () => now }
  const timers = { after: () => () => undefined, every: () => () => undefined }
  const balances = new AccountBalances({
    portfolio: { accounts: [account], selected: ACCOUNT },
    shown: { get: () => figures, subscribe: () => () => undefined },
    refreshShown: () => {
      figures = figuresAt(now)
      return Promise.resolve()
    },
    read: () => Promise.resolve({ ok: true, value: figuresAt(now) }),
    clock,
    timers,
    isNeeded: () => true,
  })
  const service = new PersonalLimitService({
    file: NO_LIMITS_FILE,
    defaults: LIMITS,
    clock,
    timers,
    log: { event: () => undefined },
    accounts: () => [account],
    balances,
    provedTime: () => now,
    onChange: () => undefined,
    onStored: () => undefined,
    onDamaged: () => undefined,
  })
  return {
    service,
    /** Moves the time; the window's balance is read again when `refreshes`. */
    to(time: EpochMs, refreshes: boolean): void {
      now = time
      if (refreshes) figures = figuresAt(time)
    },
    /** Returns why an opening order would be refused; null when it passes. */
    async refusal(): Promise<'locked' | 'unread' | null> {
      await service.prepare(ACCOUNT)
      const facts = service.facts(ACCOUNT, 'USD')
      if (facts.lockOut !== null) return 'locked'
      return facts.dayPnl === null ? 'unread' : null
    },
  }
}

test('REL-49: a lock-out holds at every instant of its trade date and ends with the next', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PRODUCTS),
      fc.array(
        fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), refreshes: fc.boolean() }),
        {
          maxLength: 8,
        },
      ),
      fc.integer({ min: 0, max: 4_000 }),
      async (product, steps, lateMs) => {
        const desk = losing(product)
        desk.service.start()
        expect(await desk.refusal()).toBe('locked')
        const end = nextTradeDateStart(product, LOSS_AT)
        for (const { part, refreshes } of steps.toSorted((a, b) => a.part - b.part)) {
          desk.to(epochMs(LOSS_AT + Math.floor((end - 1 - LOSS_AT) * part)), refreshes)
          expect(await desk.refusal()).toBe('locked')
        }
        // The window still shows the figures of the day that ended.
        desk.to(epochMs(end - 1), true)
        expect(await desk.refusal()).toBe('locked')
        desk.to(end, false)
        expect(await desk.refusal()).toBeNull()
        desk.to(epochMs(end + lateMs), false)
        expect(await desk.refusal()).toBeNull()
        expect(tradeDateStart(product, tradeDate(product, end))).toBe(end)
      },
    ),
    { numRuns: 200 },
  )
})

test('REL-49: figures that were requested before a new trade date lock nobody out in it', async () => {
  const desk = losing('crypto')
  desk.service.start()
  const end = nextTradeDateStart('crypto', LOSS_AT)
  desk.to(epochMs(end + 1), false)
  expect(await desk.refusal()).toBeNull()
  expect(desk.service.lockOuts).toEqual([])
})
