import { describe, expect, it } from 'vitest'
import { accountDayPnl } from '../../../../../renderer/ui/accounts/day-pnl.js'
import { createRowStore } from '../../../../../renderer/stores/row-store.js'
import {
  createBalanceStore,
  createRealizedStore,
  createSessionStore,
} from '../../../../../renderer/stores/snapshot-stores.js'
import type { Balance, Position } from '../../../../../shared/domain/account/account.js'
import type { RealizedDay } from '../../../../../shared/domain/account/realized-day.js'
import { asMoney, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { SessionView } from '../../../../../shared/domain/session/session-view.js'
import type { UnreadableList } from '../../../../../shared/domain/session/unreadable-list.js'
import { pricedKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { storedTradeDate } from '../../../../../shared/domain/market/trade-date.js'

const ACCOUNT = accountId('A1')
const keyOf = (name: string) => pricedKey(symbol(name)) ?? expect.fail(`no key of ${name}`)
const position = (name: string, dayPnl: string, quantity = '1'): Position => ({
  accountId: ACCOUNT,
  positionId: name,
  symbol: symbol(name),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec(quantity)),
  averageCost: null,
  multiplier: dec('1'),
  lastPrice: null,
  pricedAt: null,
  marketValue: null,
  unrealizedPnl: null,
  unrealizedPnlRatio: null,
  dayPnl: asMoney(dec(dayPnl)),
})
const closed = (name: string, dayPnl: string): RealizedDay['rows'][number] => ({
  key: keyOf(name),
  position: position(name, dayPnl, '0'),
  isClosed: true,
  realizedPnl: asMoney(dec(dayPnl)),
  isPartial: false,
  isAllotted: false,
})

function createFixture() {
  const positions = createRowStore<string, Position>(({ positionId }) => positionId)
  const [realized, balance] = [createRealizedStore(), createBalanceStore()]
  const session = createSessionStore()
  const source = accountDayPnl({ positions, realized, balance, session })
  const setUnreadable = (unreadable: readonly UnreadableList[]): void =>
    session.setState({ value: { unreadable } as SessionView })
  const setDay = (open: readonly string[], rows: RealizedDay['rows'], isComplete = true): void =>
    realized.setState({
      value: [
        {
          accountId: ACCOUNT,
          day: storedTradeDate('2026-11-20'),
          isComplete,
          rows,
          open: open.map(keyOf),
        },
      ],
    })
  balance.setState({
    value: { accountId: ACCOUNT, currency: 'USD', dayPnl: asMoney(dec('100')) } as Balance,
  })
  positions.replaceAll([position('AAPL', '5'), position('MSFT', '7')])
  positions.setFreshness('live')
  return { positions, source, setDay, setUnreadable }
}

describe("the day's profit and loss of a window", () => {
  it('is the total of the broker until the trades of the day are read', () => {
    const { source, setDay } = createFixture()
    expect(source.get()).toMatchObject({ value: '100', isCurrent: false })
    setDay(['AAPL', 'MSFT'], [], false)
    expect(source.get()).toMatchObject({ value: '100', isCurrent: false })
    setDay(['AAPL', 'MSFT'], [])
    expect(source.get()).toMatchObject({ value: '12', isCurrent: true })
  })

  it('moves with the rows of the table in the same moment', () => {
    const { positions, source, setDay } = createFixture()
    setDay(['AAPL', 'MSFT'], [closed('XOM', '-2')])
    const seen: unknown[] = []
    const stop = source.subscribe(() => seen.push(source.get().value))
    positions.upsert([position('AAPL', '6')])
    positions.upsert([position('AAPL', '6.50')])
    stop()
    positions.upsert([position('AAPL', '9')])
    expect(seen).toEqual(['11', '11.5'])
  })

  it('waits for the trade that closed a row, however long that takes to be read', () => {
    const { positions, source, setDay } = createFixture()
    setDay(['AAPL', 'MSFT'], [])
    positions.remove(['MSFT'])
    expect(source.get()).toMatchObject({ value: '100', isCurrent: false })
    setDay(['AAPL'], [closed('MSFT', '8')])
    expect(source.get()).toMatchObject({ value: '13', isCurrent: true })
  })

  it('waits for the positions where the trade is read first, and counts nothing twice', () => {
    const { positions, source, setDay } = createFixture()
    setDay(['AAPL'], [closed('MSFT', '8')])
    expect(source.get().isCurrent).toBe(false)
    positions.remove(['MSFT'])
    expect(source.get()).toMatchObject({ value: '13', isCurrent: true })
  })

  it('is the total of the broker while the account holds rows that could not be read', () => {
    const { source, setDay, setUnreadable } = createFixture()
    setDay(['AAPL', 'MSFT'], [])
    const rows = { kind: 'positions', count: 1, symbols: [] } as const
    setUnreadable([{ ...rows, accountId: accountId('OTHER') }])
    expect(source.get()).toMatchObject({ value: '12', isCurrent: true })
    setUnreadable([{ ...rows, accountId: ACCOUNT }])
    expect(source.get()).toMatchObject({ value: '100', isCurrent: false })
  })

  it('is the total of the broker while positions of another account are loading', () => {
    const { positions, source, setDay } = createFixture()
    setDay([], [])
    positions.replaceAll([])
    positions.setFreshness('loading')
    expect(source.get()).toMatchObject({ value: '100', isCurrent: false })
  })

  it('is the same object until it changes', () => {
    const { positions, source, setDay } = createFixture()
    setDay(['AAPL', 'MSFT'], [])
    const before = source.get()
    positions.upsert([position('AAPL', '5.00')])
    expect(source.get()).toBe(before)
  })
})
