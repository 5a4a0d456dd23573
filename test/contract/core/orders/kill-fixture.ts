import { expect } from 'vitest'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import {
  openKillSwitch,
  type KillSwitch,
} from '../../../../electron/core/instructions/kill-switch/kill-switch.js'
import { clientOrderId, symbol, type AccountId } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import type { PracticeState } from '../../../../shared/practice/practice-control.js'
import { fakeDocument } from '../../../fakes/document.js'
import type { PracticeSession } from '../../provider/practice-session.js'
import { priceOf, quantity, type SessionFixture } from '../session-fixture.js'

/** Opens a kill switch over a session without assistants. */
export const openSwitch = ({ session }: SessionFixture): Promise<KillSwitch> =>
  openKillSwitch({
    session,
    file: fakeDocument(),
    instructionService: { withdraw: () => Promise.resolve(0) },
    instructions: () => [],
    connections: { all: () => [], pause: () => Promise.reject(new Error('none')) },
    clock: systemClock,
    timers: systemTimers,
    log: { event: () => undefined },
    audit: { append: () => Promise.resolve(ok({ seq: 0, hash: '' })) },
  })

/** Works far limit orders of another client in the accounts in turn, so that none fills. */
export async function placeElsewhere(
  fixture: SessionFixture,
  accounts: readonly AccountId[],
  count: number,
): Promise<void> {
  const other = fixture.practice.provider()
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const place = () =>
        other.trade.place(
          fixture.draft({
            accountId: accounts[index % accounts.length] ?? fixture.selected,
            assetClass: 'stock',
            symbol: symbol('AAPL'),
            side: 'buy',
            type: 'limit',
            timeInForce: 'gtc',
            session: 'core',
            size: quantity('1'),
            limitPrice: priceOf('1.00'),
          }),
          clientOrderId(index.toString(16).padStart(32, '0')),
        )
      // On a busy machine an order may find no place in the limit in time: nothing was sent then.
      let placed = await place()
      while (placed.outcome === 'not-sent') placed = await place()
      expect(placed.outcome).toBe('acknowledged')
    }),
  )
}

type ExchangeOrder = PracticeState['orders'][number]

/** Returns every order of the exchange in truth. */
export const ordersAt = async ({ practice }: PracticeSession): Promise<readonly ExchangeOrder[]> =>
  ((await practice.command({ command: 'state' })) as PracticeState).orders

const OPEN: readonly unknown[] = ['PENDING', 'SUBMITTED', 'PARTIAL_FILLED']

export const isOpen = (order: ExchangeOrder | undefined): boolean =>
  OPEN.includes(order?.['status'])

/** Returns how many orders are open at the exchange in truth. */
export const openAtExchange = async (practice: PracticeSession): Promise<number> =>
  (await ordersAt(practice)).filter(isOpen).length
