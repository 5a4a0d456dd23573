import { describe, expect, it } from 'vitest'
import {
  NO_DRAG,
  reduceDrag,
  type DragEvent,
  type DragState,
} from '../../../../../renderer/chart/trading/line-drag.js'
import { price } from '../../samples.js'

const after = (...events: readonly DragEvent[]): DragState => events.reduce(reduceDrag, NO_DRAG)
const grab = (lineId: string): DragEvent => ({
  kind: 'grab',
  lineId,
  price: price('10'),
  by: 'pointer',
})
const move = (to: string): DragEvent => ({ kind: 'move', to: price(to) })

describe('a drag of a line', () => {
  it('follows the pointer and is dropped at the last price, once', () => {
    const dropped = after(grab('a'), move('10.01'), move('10.02'), { kind: 'drop' })
    expect(dropped).toMatchObject({ phase: 'dropped', lineId: 'a', from: '10', to: '10.02' })
    expect(reduceDrag(dropped, { kind: 'drop' })).toBe(dropped)
    expect(reduceDrag(dropped, move('11'))).toBe(dropped)
  })
  it('changes nothing when the line is dropped where it was', () => {
    expect(after(grab('a'), { kind: 'drop' })).toBe(NO_DRAG)
    expect(after(grab('a'), move('10.01'), move('10.0'), { kind: 'drop' })).toBe(NO_DRAG)
  })
  it('is of one line: a second one cannot be taken meanwhile, nor before the answer', () => {
    expect(after(grab('a'), move('11'), grab('b'))).toMatchObject({ lineId: 'a', to: '11' })
    expect(after(grab('a'), move('11'), { kind: 'drop' }, grab('b'))).toMatchObject({ lineId: 'a' })
  })
  it('is put back by the person at any time', () => {
    expect(after(grab('a'), move('11'), { kind: 'release' })).toBe(NO_DRAG)
    expect(after(grab('a'), move('11'), { kind: 'drop' }, { kind: 'release' })).toBe(NO_DRAG)
  })
  it('ends with a reason when the order ends', () =>
    expect(after(grab('a'), move('11'), { kind: 'end', why: 'filled' })).toEqual({
      phase: 'idle',
      ended: { lineId: 'a', why: 'filled' },
    }))
  it('ignores what comes without a drag', () => {
    for (const event of [move('1'), { kind: 'drop' }, { kind: 'end', why: 'gone' }] as const) {
      expect(reduceDrag(NO_DRAG, event)).toBe(NO_DRAG)
    }
  })
})
