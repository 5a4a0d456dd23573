import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../electron/adapters/clock.js'
import type { OrderReadsPort } from '../../../../electron/core/orders/order-reads-port.js'
import { openOrdersOf } from '../../../../electron/provider/orders/order-pages.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { callerFixture } from '../../../unit/provider/fake-http.js'
import {
  BEHAVIORS,
  ScriptedList,
  STRICT,
  type ListBehavior,
  type ListRows,
} from '../../../unit/provider/http/scripted-list.js'
import type { PracticeSession } from '../../provider/practice-session.js'
import { SessionFixture } from '../session-fixture.js'
import { isOpen, openAtExchange, openSwitch, ordersAt, placeElsewhere } from './kill-fixture.js'

/** More than three pages of ten, so that larger pages are tried. */
const ORDERS = 34
/** How long a list that cannot be read must not be taken for the end, in ms. */
const UNREADABLE_MS = 6_000
/** The open orders of the exchange, as the list that a scripted broker pages. */
async function openRows(practice: PracticeSession, account: AccountId): Promise<ListRows> {
  const orders = new Map(
    (await ordersAt(practice))
      .filter((order) => order['account_id'] === account)
      .map((order) => [String(order['client_order_id']), order]),
  )
  const row = (id: string): unknown => {
    const order = orders.get(id)
    return isOpen(order) ? { orders: [order] } : null
  }
  return { ids: [...orders.keys()].toSorted(), row }
}

/** Opens a session whose list of open orders comes from a scripted broker. */
const openWith = (behavior: Partial<ListBehavior>): Promise<SessionFixture> =>
  SessionFixture.open(undefined, undefined, undefined, (client, practice) => {
    const readers = new Map<AccountId, OrderReadsPort['openOrders']>()
    const readerOf = (account: AccountId) => {
      const http = new ScriptedList('last_client_order_id', { ...STRICT, ...behavior }, () =>
        openRows(practice, account),
      )
      const reader =
        readers.get(account) ?? openOrdersOf(callerFixture([], { http }).caller, systemClock)
      readers.set(account, reader)
      return reader
    }
    return {
      ...client,
      trade: {
        ...client.trade,
        openOrders: (account, ...rest) => readerOf(account)(account, ...rest),
      },
    }
  })

const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

describe('REL-44: the kill switch', () => {
  test.each(Object.entries(BEHAVIORS))(
    'says zero only when nothing works, at a broker whose list %s',
    { timeout: 120_000 },
    async (_name, { behavior, isReadable }) => {
      const fixture = await openWith(behavior)
      opened.push(() => fixture.close())
      await placeElsewhere(fixture, [fixture.account('securities')], ORDERS)
      const killSwitch = await openSwitch(fixture)
      opened.push(() => killSwitch.dispose())
      const openWhenClear: Promise<number>[] = []
      killSwitch.subscribe(() => {
        if (killSwitch.get()?.phase !== 'clear') return
        openWhenClear.push(openAtExchange(fixture.practice))
      })
      void killSwitch.kill(foreign('stop'), 'all')
      const limit = { ms: isReadable ? 90_000 : UNREADABLE_MS }
      const isClear = await fixture
        .until('nothing left', () => killSwitch.get()?.phase === 'clear', limit)
        .then(
          () => true,
          () => false,
        )
      expect(new Set(await Promise.all(openWhenClear))).toEqual(new Set(isClear ? [0] : []))
      if (isReadable) expect(isClear).toBe(true)
    },
  )
})
