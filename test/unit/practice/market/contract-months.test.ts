import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.ts'
import {
  contractAt,
  contractOf,
  listedContracts,
  mainPosition,
  mainSymbol,
  productOf,
} from '../../../../electron/practice/market/futures/contracts.ts'
import { FUTURES_PRODUCTS } from '../../../../electron/practice/market/futures/products.ts'
import { PRODUCT_CLASSES } from '../../../../electron/practice/market/futures/product-terms.ts'
import {
  futuresSecurity,
  numbersOf,
} from '../../../../electron/practice/market/simulations/futures-security.ts'
import { SeededMarket } from '../../../../electron/practice/market/market.ts'

const NOW = '2026-11-20'
const START = exchangeInstant(NOW, 10 * 60)
const product = (code: string) => productOf(code)!

describe('contract months', () => {
  // Dates as the exchanges published them for these months.
  it.each([
    ['ESZ5', '2025-12-19', null],
    ['MNQH6', '2026-03-20', null],
    ['CLZ5', '2025-11-20', '2025-11-21'],
    ['NGF6', '2025-12-29', '2025-12-30'],
    ['GCZ5', '2025-12-29', '2025-11-28'],
    ['ZNZ5', '2025-12-19', '2025-11-28'],
    ['6EZ5', '2025-12-15', '2025-12-16'],
    ['ZCZ5', '2025-12-12', '2025-11-28'],
    ['MBTX5', '2025-11-28', null],
  ])(
    'have for %s the last trade date %s and first notice day %s',
    (symbol, lastTrading, firstNotice) => {
      expect(contractOf(symbol, '2025-10-01')?.dates).toMatchObject({ lastTrading, firstNotice })
    },
  )

  it("resolve a symbol's year as the nearest ahead, from last year on", () => {
    expect(contractOf('ESZ6', NOW)).toMatchObject({
      symbol: 'ESZ6',
      contractMonth: '202612',
      year: 2026,
    })
    expect(contractOf('ESZ5', NOW)?.year).toBe(2025)
    expect(contractOf('ESZ4', NOW)?.year).toBe(2034)
    expect(contractOf('ESZ9', '2029-12-31')?.year).toBe(2029)
    expect(contractOf('ESZ0', '2029-12-31')?.year).toBe(2030)
    for (const wrong of ['ESF7', 'ESZ', 'ES', '', 'XXZ6', 'ESZx', 'esz6', 'ESZ66']) {
      expect(contractOf(wrong, NOW), wrong).toBeUndefined()
    }
  })

  it('list every product nearest first without a gap, and roll the main contract before expiry', () => {
    for (const futuresProduct of FUTURES_PRODUCTS) {
      const listed = listedContracts(futuresProduct, NOW, START)
      expect(listed).toHaveLength(futuresProduct.listed)
      expect(listed[0]!.expiresAt).toBeGreaterThan(START)
      expect(contractAt(futuresProduct, listed[0]!.position - 1).expiresAt).toBeLessThanOrEqual(
        START,
      )
      for (let i = 1; i < listed.length; i += 1) {
        expect(listed[i]!.expiresAt).toBeGreaterThan(listed[i - 1]!.expiresAt)
        expect(listed[i]!.position).toBe(listed[i - 1]!.position + 1)
      }
      for (const { dates } of listed) {
        expect(dates.rolls < dates.lastTrading, futuresProduct.code).toBe(true)
        expect(dates.firstTrading < dates.rolls).toBe(true)
        if (dates.firstNotice !== null) expect(dates.rolls < dates.firstNotice).toBe(true)
      }
      const main = contractAt(futuresProduct, mainPosition(futuresProduct, NOW))
      expect(listed.slice(0, 2).map(({ symbol }) => symbol)).toContain(main.symbol)
      expect(
        contractAt(futuresProduct, mainPosition(futuresProduct, main.dates.rolls)).position,
      ).toBe(main.position + 1)
    }
  })

  it('have valid classes, ticks on the price scale, and margins below the contract value', () => {
    expect(new Set(FUTURES_PRODUCTS.map(({ code }) => code)).size).toBe(FUTURES_PRODUCTS.length)
    const classes: readonly number[] = PRODUCT_CLASSES.map(({ id }) => id)
    for (const futuresProduct of FUTURES_PRODUCTS) {
      const { scale, grid, price } = numbersOf(futuresProduct)
      expect(classes).toContain(futuresProduct.classId)
      expect(price % grid.tick, futuresProduct.code).toBe(0)
      expect(
        futuresProduct.root === futuresProduct.code ||
          product(futuresProduct.root).price === futuresProduct.price,
      ).toBe(true)
      const contractValue = (price / 10 ** scale.price) * scale.multiplier * 100
      expect(futuresProduct.maintenanceCents, futuresProduct.code).toBeGreaterThan(
        contractValue * 0.005,
      )
      expect(futuresProduct.maintenanceCents, futuresProduct.code).toBeLessThan(contractValue * 0.4)
      expect(futuresSecurity(futuresProduct, null).volatility).toBeGreaterThan(0.002)
    }
  })
})

describe('futures in the market simulation', () => {
  const subject = new SeededMarket({ seed: 'months', startAt: START })

  it('have contracts and continuous symbols, but no unlisted months', () => {
    expect(subject.instrument('ESZ6')).toMatchObject({
      product: 'FUTURES',
      code: 'ES',
      contractMonth: '202612',
      status: 'OC',
      continuous: false,
      scale: { multiplier: 50 },
    })
    expect(subject.instrument('ESmain')).toMatchObject({
      status: 'NT',
      continuous: true,
      contractMonth: '202612',
    })
    expect(subject.instrument('ESU6')).toMatchObject({ status: 'NT' })
    for (const unknown of ['ESZ9', 'XXmain', 'main', 'ESF7', 'NOPE']) {
      expect(subject.instrument(unknown), unknown).toBeUndefined()
    }
    expect([
      subject.resolve('ESmain'),
      subject.resolve('CLmain'),
      subject.resolve('ESH7'),
      subject.resolve('SPY'),
    ]).toEqual(['ESZ6', 'CLF7', 'ESH7', 'SPY'])
    const ids = new Set(
      FUTURES_PRODUCTS.flatMap((futuresProduct) => [
        mainSymbol(futuresProduct),
        ...listedContracts(futuresProduct, NOW, START).map(({ symbol }) => symbol),
      ]).map((symbol) => subject.instrument(symbol)!.instrumentId),
    )
    expect(ids.size).toBe(
      FUTURES_PRODUCTS.reduce((sum, futuresProduct) => sum + futuresProduct.listed + 1, 0),
    )
  })

  it('follow their term structure; the micro has the price of the full contract', () => {
    const last = (symbol: string): number => subject.snapshot(symbol)!.last
    const curve = ['ESZ6', 'ESH7', 'ESM7', 'ESU7', 'ESZ7'].map(last)
    for (let i = 1; i < curve.length; i += 1) {
      expect(curve[i]! / curve[i - 1]!).toBeGreaterThan(1.004)
      expect(curve[i]! / curve[i - 1]!).toBeLessThan(1.01)
    }
    expect(Math.abs(last('MESZ6') / last('ESZ6') - 1)).toBeLessThan(5e-4)
    expect(Math.abs(last('MGCZ6') / last('GCZ6') - 1)).toBeLessThan(5e-4)
    const volumes = ['ESZ6', 'ESH7', 'ESM7'].map((symbol) => subject.snapshot(symbol)!.volume)
    expect(volumes[0]! > 5 * volumes[1]! && volumes[1]! > volumes[2]!).toBe(true)
    expect(subject.figures('ESZ6')!.openInterest).toBeGreaterThan(
      subject.figures('ESH7')!.openInterest,
    )
  })

  it("settle every day at their exchange's minute, which the day's change is based on", () => {
    const marketAt = (minute: number, day = NOW) =>
      new SeededMarket({ seed: 'months', startAt: START, resumeAt: exchangeInstant(day, minute) })
    const [before, after] = [marketAt(15 * 60 + 59), marketAt(16 * 60)]
    expect(before.figures('ESZ6')!.settledOn).toBe('2026-11-19')
    const settled = after.figures('ESZ6')!
    expect(settled.settledOn).toBe(NOW)
    expect(before.snapshot('ESZ6')!.previousClose).toBe(before.figures('ESZ6')!.settlePrice)
    // The bar of the minute before the settlement ends at the settlement price, except for the
    // spread.
    const minute = after.bars('ESZ6', 'M1', {
      count: 1,
      end: exchangeInstant(NOW, 15 * 60 + 59),
      includeRunning: true,
    })[0]!
    expect(Math.abs(minute.close - settled.settlePrice)).toBeLessThanOrEqual(4 * 2_500)
    expect(marketAt(10 * 60, '2026-11-23').snapshot('ESZ6')!.previousClose).toBe(
      settled.settlePrice,
    )
    expect(subject.settlement('ESZ6')).toBeNull()
  })

  it('end at expiry: no trades after the last minute, and a final price', () => {
    const end = exchangeInstant('2026-12-18', 9 * 60 + 30)
    const ended = new SeededMarket({
      seed: 'months',
      startAt: START,
      resumeAt: exchangeInstant('2026-12-18', 9 * 60 + 29),
    })
    const steps: number[] = []
    ended.watch('ESZ6')
    ended.advance(
      exchangeInstant('2026-12-18', 9 * 60 + 33),
      (step) => step.symbol === 'ESZ6' && steps.push(step.time),
    )
    expect(steps.length).toBeGreaterThan(20)
    expect(Math.max(...steps)).toBeLessThan(end)
    const snapshot = ended.snapshot('ESZ6')!
    expect(snapshot.lastTime!).toBeLessThan(end)
    expect(ended.ticks('ESZ6', 5, ['regular'])[0]!.price).toBe(snapshot.last)
    const final = ended.settlement('ESZ6')!
    expect(Math.abs(final / snapshot.last - 1)).toBeLessThan(2e-3)
    expect(ended.instrument('ESZ6')).toMatchObject({ status: 'NT' })
    expect(ended.resolve('ESmain')).toBe('ESH7')
    expect(ended.figures('ESZ6')).toMatchObject({ settledOn: '2026-12-18', settlePrice: final })
  })
})
