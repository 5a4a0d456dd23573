import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assistantOrders } from '../../../electron/handlers/record-handlers.js'
import type { JournalTrip } from '../../../shared/domain/account/journal.js'
import { clientOrderId, symbol, type ClientOrderId } from '../../../shared/domain/ids.js'
import type { InstructionRow } from '../../../shared/domain/instructions/instruction-row.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { SessionFixture } from './session-fixture.js'

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())

type Side = OrderDraft['side']
type Send = (draft: OrderDraft) => Promise<ClientOrderId>

const acknowledged = (outcome: unknown): ClientOrderId => {
  const { order } = outcome as { readonly order?: { readonly clientOrderId: ClientOrderId } }
  if (order === undefined) throw new Error(JSON.stringify(outcome))
  return order.clientOrderId
}

/** The orders that the assistant requested, and those that it prepared in the ticket. */
const requested: ClientOrderId[] = []
const prepared = new Map<ClientOrderId, string>()
let instructions = 0

/** Every way in which an order leaves: with the source that the journal has to name. */
const WAYS: Readonly<
  Record<string, { readonly symbol: string; readonly send: Send; readonly source: unknown }>
> = {
  'ticket, chart, price ladder, menu, keyboard and basket': {
    symbol: 'XOM',
    send: (draft) => desk.place(draft),
    source: { kind: 'hand', name: null },
  },
  'closing a position and flattening': {
    symbol: 'META',
    send: async (draft) =>
      draft.side === 'buy'
        ? desk.place(draft)
        : acknowledged(expectOk(await desk.session.orders.close(desk.ticket(), draft))),
    source: { kind: 'hand', name: null },
  },
  'a ticket that an assistant filled': {
    symbol: 'INTC',
    send: async (draft) => {
      const id = await desk.place(draft)
      prepared.set(id, 'Claude')
      return id
    },
    source: { kind: 'hand', name: 'Claude' },
  },
  'the approved request of an assistant': {
    symbol: 'AMD',
    send: async (draft) => {
      const id = await desk.place(draft, `i-${`${(instructions += 1)}`.padStart(32, '0')}`)
      requested.push(id)
      return id
    },
    source: { kind: 'assistant', name: 'Claude' },
  },
  'the request of an assistant that is not listed any more': {
    symbol: 'NFLX',
    send: (draft) => desk.place(draft, `i-${`${(instructions += 1)}`.padStart(32, '0')}`),
    source: { kind: 'assistant', name: null },
  },
  'another client of the account': {
    symbol: 'TSLA',
    send: async (draft) => {
      const id = clientOrderId(`elsewhere${(instructions += 1)}`)
      expect((await desk.provider.trade.place(draft, id)).outcome).toBe('acknowledged')
      return id
    },
    source: { kind: 'elsewhere', name: null },
  },
}

const draftOf = (name: string, side: Side): OrderDraft =>
  desk.draft({
    accountId: desk.account('securities'),
    assetClass: 'stock',
    symbol: symbol(name),
    type: 'market',
    side,
  })

/** Reads the journal as the window does. */
async function trips(): Promise<readonly JournalTrip[]> {
  const { journal } = desk.session
  journal.nameAssistants(
    assistantOrders({
      preparedOrders: () => prepared,
      rows: {
        all: () =>
          requested.map(
            (id) => ({ clientOrderId: id, connectionName: 'Claude' }) as InstructionRow,
          ),
      },
    }),
  )
  const period = { from: null, to: null }
  const accountId = desk.account('securities')
  journal.refresh(accountId)
  return expectOk(await journal.trips({ accountId, ...period, cursor: null })).rows
}

describe('the source of a trade in the journal', () => {
  it('is who decided on it, for every way in which an order leaves', async () => {
    for (const { symbol: name, send } of Object.values(WAYS)) {
      for (const side of ['buy', 'sell'] as const) {
        const id = await send(draftOf(name, side))
        await desk.until(`${side} ${name}`, () => desk.row(id)?.status === 'filled')
      }
    }
    // The journal is opened only after a restart: what it says is known from the disk.
    await desk.restart()
    const began = desk.practice.ready.exchangeTime
    const tripOf = async (name: string) =>
      (await trips()).find(({ key, openedAt }) => key === `stock ${name}` && openedAt >= began)
    await desk.until('the last trade is listed', async () => (await tripOf('TSLA')) !== undefined)
    for (const [way, { symbol: name, source }] of Object.entries(WAYS)) {
      const trip = await tripOf(name)
      expect([way, trip?.source, trip?.closedBy]).toEqual([way, source, source])
    }
  })
})
