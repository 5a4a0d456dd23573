import { describe, expect, it } from 'vitest'
import { StoppedPositions } from '../../../../electron/core/portfolio/stopped-positions.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { underlyingKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { MSFT, shares } from './client-fixture.js'

const priced = (price: string, value: string, overrides: Partial<Position> = {}): Position =>
  shares({ lastPrice: asPrice(dec(price)), marketValue: asMoney(dec(value)), ...overrides })

const APPLE = underlyingKey(shares())
const FILLED = epochMs(5_000)
const LATER = epochMs(9_000)

describe('REL-41: the figures of positions that changed', () => {
  it('stand still at the moment before the change, beside the price of now', () => {
    const stopped = new StoppedPositions()
    expect(stopped.isAny).toBe(false)
    expect(stopped.shown(priced('12', '120'))).toEqual(priced('12', '120'))
    stopped.onChange([APPLE], 3, [priced('10', '100')], FILLED)
    expect(stopped.isAny).toBe(true)
    expect(stopped.shown(priced('12', '120'))).toEqual({ ...priced('12', '100'), valuedAt: FILLED })
  })

  it('keep the moment of the first change while others follow', () => {
    const stopped = new StoppedPositions()
    stopped.onChange(null, 3, [priced('10', '100')], FILLED)
    stopped.onChange(null, 4, [priced('11', '110')], LATER)
    expect(stopped.shown(priced('12', '120'))).toMatchObject({
      marketValue: '100',
      valuedAt: FILLED,
    })
  })

  it.each([
    { number: 2, isStopped: true },
    { number: 3, isStopped: true },
    { number: 4, isStopped: false },
  ])(
    'figures of request $number after a change during request 3 stand still: $isStopped',
    (row) => {
      const stopped = new StoppedPositions()
      stopped.onChange([APPLE], 3, [priced('10', '100')], FILLED)
      const value = [priced('11', '220')]
      stopped.onRead({ number: row.number, value, requestedAt: LATER }, null)
      stopped.goOn()
      expect(stopped.isAny).toBe(row.isStopped)
      expect(stopped.shown(priced('12', '240'))).toEqual(
        row.isStopped ? { ...priced('12', '220'), valuedAt: LATER } : priced('12', '240'),
      )
    },
  )

  it('are those of the changed instruments alone', () => {
    const stopped = new StoppedPositions()
    const other = { positionId: 'P2', symbol: MSFT }
    stopped.onChange([APPLE], 3, [priced('10', '100'), priced('10', '100', other)], FILLED)
    expect(stopped.shown(priced('12', '120', other))).toEqual(priced('12', '120', other))
    stopped.onRead({ number: 3, value: [priced('12', '120', other)], requestedAt: LATER }, null)
    expect(stopped.isAny).toBe(false)
  })

  it('go on after they were cleared, as do those of earlier requests', () => {
    const stopped = new StoppedPositions()
    stopped.onChange([APPLE], 3, [priced('10', '100')], FILLED)
    stopped.clear()
    expect(stopped.isAny).toBe(false)
    expect(stopped.shown(priced('12', '120'))).toEqual(priced('12', '120'))
    stopped.onRead({ number: 2, value: [priced('11', '110')], requestedAt: LATER }, null)
    expect(stopped.isAny).toBe(false)
  })

  it('are those of the answer until the prices that it was made with have arrived', () => {
    const stopped = new StoppedPositions()
    stopped.onChange([APPLE], 3, [priced('10', '100')], FILLED)
    const answer = { number: 4, value: [priced('11', '220')], requestedAt: LATER }
    expect(stopped.onRead(answer, [priced('10', '100')])).toBe(true)
    expect(stopped.shown(priced('12', '240'))).toEqual({ ...priced('12', '220'), valuedAt: LATER })
    stopped.goOn()
    expect(stopped.shown(priced('12', '240'))).toEqual(priced('12', '240'))
  })

  it('wait for prices after a change of size that no event reported, too', () => {
    const stopped = new StoppedPositions()
    const [before, sized] = [[shares({ quantity: asQuantity(dec('10')) })], shares()]
    const opened = shares({ positionId: 'P2' })
    const read = (value: readonly Position[]) => ({ number: 2, value, requestedAt: LATER })
    expect(stopped.onRead(read([sized]), null)).toBe(false)
    expect(stopped.onRead(read(before), before)).toBe(false)
    expect(stopped.onRead(read([{ ...sized, quantity: asQuantity(dec('11')) }]), before)).toBe(true)
    expect(stopped.onRead(read([...before, opened]), before)).toBe(true)
    expect(stopped.shown(opened).valuedAt).toBe(LATER)
  })

  it('stand still after a second change before those prices have arrived', () => {
    const stopped = new StoppedPositions()
    stopped.onChange([APPLE], 3, [priced('10', '100')], FILLED)
    stopped.onRead({ number: 4, value: [priced('11', '220')], requestedAt: LATER }, null)
    stopped.onChange([APPLE], 4, [priced('11', '220')], LATER)
    stopped.goOn()
    expect(stopped.isAny).toBe(true)
    expect(stopped.shown(priced('12', '240'))).toEqual({ ...priced('12', '220'), valuedAt: LATER })
  })
})
