import { describe, expect, it } from 'vitest'
import { closedToday } from '../../../../../renderer/panels/positions/closed-today.js'
import { realizedNote } from '../../../../../renderer/panels/positions/realized-figure.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { RealizedDay, RealizedRow } from '../../../../../shared/domain/account/realized-day.js'
import { asMoney, dec, decimalText, ZERO_QUANTITY } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { symbolKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { storedTradeDate } from '../../../../../shared/domain/market/trade-date.js'
import { text } from '../../../../../shared/messages/en/window/index.js'

const ACCOUNT = accountId('A1')

const row = (
  name: string,
  realized: string | null,
  more: Partial<RealizedRow> = {},
): RealizedRow => ({
  key: symbolKey('stock', symbol(name)),
  position: {
    accountId: ACCOUNT,
    positionId: 'closed',
    symbol: symbol(name),
    assetClass: 'stock',
    currency: 'USD',
    quantity: ZERO_QUANTITY,
  } as Position,
  isClosed: true,
  realizedPnl: realized === null ? null : asMoney(dec(realized)),
  isPartial: realized === null,
  isAllotted: false,
  ...more,
})

const tableOf = (rows: readonly RealizedRow[], isComplete = true) => {
  const day: RealizedDay = {
    accountId: ACCOUNT,
    day: storedTradeDate('2026-11-27'),
    isComplete,
    rows,
    open: [],
  }
  return closedToday([day], [ACCOUNT], [])
}
const totalOf = (rows: readonly RealizedRow[], isComplete = true) => {
  const total = tableOf(rows, isComplete).totalIn('USD')
  return [total.value === null ? null : decimalText(total.value), realizedNote(total, text) ?? null]
}

describe('the total of what was realized today', () => {
  it('is the sum of the rows, and nothing where nothing was closed', () => {
    expect(totalOf([row('AAPL', '16.03'), row('MSFT', '-3.03')])).toEqual(['13', null])
    expect(totalOf([])).toEqual(['0', null])
  })

  it('is never hidden by a row that is not known: the rest is added up, and the row is named', () => {
    expect(totalOf([row('AAPL', '16.03'), row('MSFT', null)])).toEqual([
      '16.03',
      'At least one part is not known and not counted: the cost of MSFT. The rest is added up.',
    ])
  })

  it('counts the known part of a row of which a part is not known', () => {
    const [value, note] = totalOf([row('MSFT', '5', { isPartial: true })])
    expect(value).toBe('5')
    expect(note).toContain('MSFT')
  })

  it('says that trades are still to be read, and is unknown while none is', () => {
    expect(totalOf([row('AAPL', '16.03')], false)).toEqual([
      '16.03',
      'Not all trades of the day are read yet. What is known is added up.',
    ])
    expect(totalOf([], false)[0]).toBeNull()
    expect(totalOf([row('MSFT', null)])[0]).toBeNull()
  })
})

describe('a row that was closed today', () => {
  it('says when the legs of a strategy share its net price', () => {
    const [first] = tableOf([row('AAPL', '7', { isAllotted: true })]).rows
    if (first === undefined) throw new Error('AAPL was closed')
    const realized = tableOf([row('AAPL', '7', { isAllotted: true })]).realizedOf(first)
    expect(realizedNote(realized, text)).toBe(text.positions.realizedAllotted)
  })
})
