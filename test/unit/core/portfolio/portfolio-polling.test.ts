import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Portfolio } from '../../../../electron/core/portfolio/portfolio.js'
import type { PortfolioPort } from '../../../../electron/core/portfolio/portfolio-port.js'
import type { Account, Balance, Position } from '../../../../shared/domain/account/account.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { epochMs } from '../../../../shared/domain/time.js'

const ACC = accountId('ACC1')
const SECOND = 1_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a portfolio and records when the account was read, in seconds after the start. */
async function openFixture() {
  const startedAt = performance.now()
  const seconds = (): number => Math.round((performance.now() - startedAt) / 100) / 10
  const failures: (string | null)[] = []
  const positionsAt: number[] = []
  const balanceAt: number[] = []
  const nothing = () => () => undefined
  const port: PortfolioPort = {
    accounts: () =>
      Promise.resolve(ok([{ accountId: ACC, product: 'securities' } as unknown as Account])),
    positions: () => {
      positionsAt.push(seconds())
      return Promise.resolve(ok({ positions: [], unreadable: [] }))
    },
    balance: () => {
      balanceAt.push(seconds())
      return Promise.resolve(ok({ currency: 'USD', currencies: [] } as unknown as Balance))
    },
  }
  const portfolio = new Portfolio({
    portfolio: port,
    market: {
      quotes: { get: () => undefined, symbols: () => [], onQuote: nothing } as never,
      hold: nothing,
      onHealth: nothing,
    },
    listings: { multiplierOf: () => Promise.resolve(ok(null)) },
    clock: { now: () => epochMs(Date.now()), monotonic: () => performance.now() },
    timers: {
      after: (ms: number, call: () => void) => {
        const timer = setTimeout(call, ms)
        return () => clearTimeout(timer)
      },
      every: (ms: number, call: () => void) => {
        const timer = setInterval(call, ms)
        return () => clearInterval(timer)
      },
    } as never,
    onPositionsUnknown: (failure) => failures.push(failure?.kind ?? null),
  })
  await portfolio.load()
  portfolio.start()
  await vi.advanceTimersByTimeAsync(0)
  positionsAt.length = 0
  balanceAt.length = 0
  return { portfolio, port, positionsAt, balanceAt, failures }
}

describe('polling of the account', () => {
  test('happens every 30 seconds without other events', async () => {
    const { positionsAt, balanceAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(61 * SECOND)
    expect(positionsAt).toEqual([30, 60])
    expect(balanceAt).toEqual([30, 60])
  })

  test("happens shortly after a fill, and again when the broker's books have caught up", async () => {
    const { portfolio, positionsAt, balanceAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    portfolio.onPositionsChanged(ACC, null)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(positionsAt).toEqual([10.4, 12.8])
    expect(balanceAt).toEqual([10.4, 13.4])
  })

  test('reads only the balance after an order that filled nothing', async () => {
    const { portfolio, positionsAt, balanceAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    portfolio.onOrdersChanged(ACC)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(positionsAt).toEqual([])
    expect(balanceAt).toEqual([10.4, 13.4])
  })

  test('reads the positions every 30 seconds while orders change all the time', async () => {
    const { portfolio, positionsAt, balanceAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(7 * SECOND)
    for (let second = 7; second < 61; second += 1) {
      portfolio.onOrdersChanged(ACC)
      await vi.advanceTimersByTimeAsync(SECOND)
    }
    expect(positionsAt).toEqual([30, 60])
    // Changes cause its reads: the regular time adds none to one that is due then.
    expect(balanceAt.filter((seconds) => seconds === 30)).toEqual([30])
  })

  test('skips the regular reads when some are due after a fill, to save the limit', async () => {
    const { portfolio, positionsAt, balanceAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(28.5 * SECOND)
    portfolio.onPositionsChanged(ACC, null)
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    expect(positionsAt).toEqual([28.9, 31.3, 60])
    expect(balanceAt).toEqual([28.9, 31.9, 60])
  })

  test('shows each of many fills within 3 s, and stays within the limits', async () => {
    const { portfolio, positionsAt, balanceAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    positionsAt.length = 0
    balanceAt.length = 0
    for (let part = 0; part < 600; part += 1) {
      portfolio.onPositionsChanged(ACC, null)
      await vi.advanceTimersByTimeAsync(0.2 * SECOND)
    }
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(positionsAt.slice(0, 2)).toEqual([40.4, 42.8])
    for (const [index, seconds] of positionsAt.entries()) {
      expect(seconds - (positionsAt[index - 26] ?? -1_000)).toBeGreaterThanOrEqual(60)
      expect(seconds - (positionsAt[index - 1] ?? 40)).toBeLessThan(3)
    }
    for (const [index, seconds] of balanceAt.entries()) {
      expect(seconds - (balanceAt[index - 6] ?? -1_000)).toBeGreaterThanOrEqual(30)
      expect(seconds - (balanceAt[index - 1] ?? 40)).toBeLessThan(8)
    }
    // The last fill came at 159.8 s.
    expect(positionsAt.filter((seconds) => seconds > 159.8)).toHaveLength(2)
    expect(balanceAt.filter((seconds) => seconds > 159.8)).toHaveLength(2)
  })

  test('never shows an answer that a newer one overtook', async () => {
    const { portfolio, port } = await openFixture()
    const answers: ((positionId: string) => void)[] = []
    const positions: PortfolioPort['positions'] = () =>
      new Promise((resolve) => {
        answers.push((positionId) =>
          resolve(
            ok({
              positions: [{ positionId, assetClass: 'option' } as unknown as Position],
              unreadable: [],
            }),
          ),
        )
      })
    Object.assign(port, { positions })
    portfolio.onPositionsChanged(ACC, null)
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    void portfolio.refresh()
    expect(answers).toHaveLength(2)

    answers[1]?.('newer')
    await vi.advanceTimersByTimeAsync(0)
    answers[0]?.('older')
    await vi.advanceTimersByTimeAsync(0)

    expect(portfolio.positions.get()?.map(({ positionId }) => positionId)).toEqual(['newer'])
  })

  test('positions that cannot be read are not none: they are unknown until they are read', async () => {
    const { portfolio, port, positionsAt, failures } = await openFixture()
    expect(portfolio.positions.get()).toEqual([])
    const readPositions = port.positions
    const failing: PortfolioPort['positions'] = async (account) => {
      await readPositions(account)
      return err(providerFailure('timeout', foreign('no answer')))
    }
    portfolio.stop()
    Object.assign(port, { positions: failing })
    portfolio.start()
    await vi.advanceTimersByTimeAsync(11 * SECOND)
    expect(portfolio.positions.get()).toBeNull()
    expect(portfolio.balance.get()).not.toBeNull()
    expect(positionsAt).toEqual([0, 5, 10])
    expect(failures.slice(-3)).toEqual(['timeout', 'timeout', 'timeout'])

    Object.assign(port, { positions: readPositions })
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    expect(portfolio.positions.get()).toEqual([])
    expect(failures.at(-1)).toBeNull()
    Object.assign(port, { positions: failing })
    await vi.advanceTimersByTimeAsync(25 * SECOND)
    expect(portfolio.positions.get()).toEqual([])
    expect(failures.at(-1)).toBeNull()
  })
})
