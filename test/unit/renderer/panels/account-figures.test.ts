import { describe, expect, it } from 'vitest'
import {
  currenciesOf,
  FIGURES,
  SUMMED,
  sumOf,
  type AccountRow,
} from '../../../../renderer/panels/account/account-figures.js'
import type { Account, Balance } from '../../../../shared/domain/account/account.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'

const money = (text: string) => asMoney(dec(text))
const time = (ms: number | null) => (ms === null ? null : epochMs(ms))

interface Figures {
  readonly net?: string | null
  readonly currency?: string
  readonly valuedAt?: number | null
  readonly pricedAt?: number | null
  readonly dayValuedAt?: number | null
}

const rowOf = (name: string, figures: Figures | null): AccountRow => {
  const { net = '100', currency = 'USD', valuedAt = null, pricedAt = null } = figures ?? {}
  const amount = net === null ? null : money(net)
  return {
    accountId: accountId(name),
    account: { accountId: accountId(name) } as Account,
    positions: [],
    balance:
      figures === null
        ? null
        : ({
            currency,
            netLiquidation: amount,
            unrealizedPnl: amount,
            totalCash: amount,
            totalMarketValue: amount,
            currencies: [],
            asOf: epochMs(0),
            valuedAt: time(valuedAt),
            pricedAt: time(pricedAt),
          } as unknown as Balance),
    dayPnl:
      figures === null
        ? null
        : {
            value: amount,
            isCurrent: true,
            valuedAt: time(figures.dayValuedAt ?? null),
            pricedAt: null,
          },
  }
}

/** A complete sum of now. */
const ofNow = (value: string) => ({ value, isPartial: false, valuedAt: null, pricedAt: null })

const figure = (id: string) => {
  const found = FIGURES.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`no figure ${id}`)
  return found
}

describe('REL-41: a sum over accounts', () => {
  it('is of the earliest moments of its accounts', () => {
    const rows = [
      rowOf('A', { valuedAt: 5_000, pricedAt: 9_000 }),
      rowOf('B', { valuedAt: 4_000, pricedAt: 8_000 }),
      rowOf('C', {}),
    ]
    for (const id of ['netLiquidation', 'unrealizedPnl', 'totalMarketValue']) {
      expect(sumOf(rows, figure(id), 'USD')).toEqual({
        value: '300',
        isPartial: false,
        valuedAt: 4_000,
        pricedAt: 8_000,
      })
    }
  })

  it('is of now while all of its accounts are', () => {
    const rows = [rowOf('A', {}), rowOf('B', {})]
    for (const summed of SUMMED) {
      expect(sumOf(rows, summed, 'USD')).toEqual(ofNow('200'))
    }
  })

  it('a sum of cash follows no price', () => {
    const rows = [rowOf('A', { pricedAt: 3_000 }), rowOf('B', { valuedAt: 6_000 })]
    expect(sumOf(rows, figure('totalCash'), 'USD')).toEqual({
      value: '200',
      isPartial: false,
      valuedAt: 6_000,
      pricedAt: null,
    })
  })

  it('a sum of the day has the moments of the profit and loss of the day', () => {
    const rows = [rowOf('A', { valuedAt: 5_000, dayValuedAt: 7_000 }), rowOf('B', {})]
    expect(sumOf(rows, figure('dayPnl'), 'USD').valuedAt).toBe(7_000)
  })

  it('takes neither value nor moment from an account in another currency', () => {
    const rows = [rowOf('A', {}), rowOf('B', { currency: 'HKD', valuedAt: 1_000 })]
    expect(currenciesOf(rows)).toEqual(['HKD', 'USD'])
    expect(sumOf(rows, figure('netLiquidation'), 'USD')).toEqual(ofNow('100'))
  })

  it('a sum of amounts says that it lacks an account whose amount is not reported', () => {
    const rows = [rowOf('A', {}), rowOf('B', { net: null, valuedAt: 2_000 })]
    const sum = sumOf(rows, figure('netLiquidation'), 'USD')
    expect(sum).toEqual({ value: '100', isPartial: true, valuedAt: 2_000, pricedAt: null })
    expect(sumOf([rowOf('B', { net: null })], figure('totalCash'), 'USD').value).toBeNull()
  })

  it('a sum of profits and losses is not known while one of them is not', () => {
    const rows = [rowOf('A', {}), rowOf('B', { net: null })]
    expect(sumOf(rows, figure('dayPnl'), 'USD')).toMatchObject({ value: null, isPartial: false })
  })

  it('leaves out an account that was not read', () => {
    const rows = [rowOf('A', {}), rowOf('B', null)]
    expect(sumOf(rows, figure('netLiquidation'), 'USD').value).toBe('100')
    expect(figure('dayPnl').read(rowOf('B', null)).value).toBeNull()
  })

  it('a sum of buying power is not shown', () => {
    expect(SUMMED.map(({ id }) => id)).toEqual([
      'netLiquidation',
      'dayPnl',
      'unrealizedPnl',
      'totalCash',
      'totalMarketValue',
    ])
  })
})
