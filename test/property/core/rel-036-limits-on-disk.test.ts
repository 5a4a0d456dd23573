import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AccountBalances } from '../../../electron/core/limits/account-balances.js'
import { PersonalLimitService } from '../../../electron/core/limits/personal-limit-service.js'
import type { DocumentPort, FileError } from '../../../electron/core/ports.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/risk-limits.js'
import type { Account, Balance } from '../../../shared/domain/account/account.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import { accountId } from '../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'

const NOW = exchangeInstant('2026-11-24', 17 * 60)
const ACCOUNTS = ['A', 'B'].map(
  (id) => ({ accountId: accountId(id), product: 'securities' }) as Account,
)
const LIMITS = { ...DEFAULT_LIMITS, maxDailyLoss: asMoney(dec('1000')) }
const FULL: FileError = { kind: 'full', message: 'No space left' }

/** A file whose writes wait until they are answered. */
function slowFile() {
  const waiting: ((isWritten: boolean) => void)[] = []
  const disk = { content: null as string | null }
  const file: DocumentPort = {
    read: () => Promise.resolve(ok(disk.content)),
    write: (content) =>
      new Promise<Result<void, FileError>>((resolve) => {
        waiting.push((isWritten) => {
          if (isWritten) disk.content = content
          resolve(isWritten ? ok(undefined) : err(FULL))
        })
      }),
    setAside: () => Promise.resolve(ok('')),
    remove: () => Promise.resolve(ok(undefined)),
  }
  return { file, disk, answer: (isWritten: boolean) => waiting.shift()?.(isWritten), waiting }
}

/** Two accounts that may lose more than their limit, and the file of their limits. */
function limitsOnDisk() {
  const { file, disk, answer, waiting } = slowFile()
  const losing = new Set<string>()
  const due = new Set<() => void>()
  let readings = 0
  const balanceOf = (id: Account['accountId']): Balance =>
    ({
      accountId: id,
      currency: 'USD',
      asOf: NOW + (readings += 1) / 1_000,
      dayPnl: asMoney(dec(losing.has(id) ? '-1200' : '0')),
      netLiquidation: null,
      currencies: [],
    }) as unknown as Balance
  const clock = { now: () => NOW, monotonic: () => readings * 10_000 }
  const timers = {
    after: (_ms: number, call: () => void) => {
      due.add(call)
      return () => due.delete(call)
    },
    every: () => () => undefined,
  }
  const stored: boolean[] = []
  const service = new PersonalLimitService({
    file,
    defaults: LIMITS,
    clock,
    timers,
    log: { event: () => undefined },
    accounts: () => ACCOUNTS,
    balances: new AccountBalances({
      portfolio: { accounts: ACCOUNTS, selected: null },
      shown: { get: () => null, subscribe: () => () => undefined },
      refreshShown: () => Promise.resolve(),
      read: (id) => Promise.resolve(ok(balanceOf(id))),
      clock,
      timers,
      isNeeded: () => true,
    }),
    provedTime: () => NOW,
    onChange: () => undefined,
    onStored: (isStored) => stored.push(isStored),
    onDamaged: () => undefined,
  })
  return {
    service,
    disk,
    answer,
    stored,
    isQuiet: () => waiting.length === 0 && due.size === 0,
    async lose(id: Account['accountId']) {
      losing.add(id)
      await service.prepare(id)
    },
    runTimers() {
      const calls = [...due]
      due.clear()
      for (const call of calls) call()
    },
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('lose' as const), account: fc.constantFrom(...ACCOUNTS) }),
  fc.record({ do: fc.constant('answer' as const), isWritten: fc.boolean() }),
  fc.record({ do: fc.constant('retry' as const) }),
)

test('REL-36: limits and lock-outs in effect are on disk once it can be written, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const desk = limitsOnDisk()
      desk.service.start()
      for (const event of steps) {
        if (event.do === 'set') {
          const maxQuantity = dec(String(event.quantity)) as typeof LIMITS.maxQuantity
          void desk.service.set({ ...LIMITS, maxQuantity })
        } else if (event.do === 'lose') await desk.lose(event.account.accountId)
        else if (event.do === 'answer') desk.answer(event.isWritten)
        else desk.runTimers()
        await settle()
      }
      for (let round = 0; round < 60 && !desk.isQuiet(); round += 1) {
        desk.answer(true)
        await settle()
        desk.runTimers()
        await settle()
      }
      const { limits, lockOuts } = desk.service
      const stored: unknown = JSON.parse(desk.disk.content ?? 'null')
      if (stored === null) {
        expect({ quantity: limits.maxQuantity, lockOuts }).toEqual({
          quantity: LIMITS.maxQuantity,
          lockOuts: [],
        })
      } else {
        expect(stored).toMatchObject(JSON.parse(JSON.stringify({ limits, lockOuts })) as object)
      }
      expect(desk.stored.at(-1) ?? true).toBe(true)
    }),
    { numRuns: 300 },
  )
})
