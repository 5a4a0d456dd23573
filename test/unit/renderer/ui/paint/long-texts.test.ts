import { describe, expect, it } from 'vitest'
import { createLongTexts, type TextElement } from '../../../../../renderer/ui/paint/long-texts.js'
import { FakeFrames } from './fake-frames.js'

const text = (offsetWidth: number, clientWidth: number) => {
  const cell = { clientWidth, dataset: {} as Record<string, string> }
  const element = { offsetWidth, closest: () => cell } as unknown as TextElement
  return { cell, element }
}

describe('long texts', () => {
  it('marks the cell whose text does not fit between its paddings', () => {
    const frames = new FakeFrames()
    const long = createLongTexts(frames)
    const [wide, fitting] = [text(63, 74), text(62, 74)]
    long.check(wide.element)
    long.check(fitting.element)
    frames.advance(20)
    expect([wide.cell.dataset, fitting.cell.dataset]).toEqual([{ long: '' }, {}])
  })

  it('measures together, in one frame', () => {
    const frames = new FakeFrames()
    const long = createLongTexts(frames)
    for (let cell = 0; cell < 500; cell += 1) long.check(text(10, 74).element)
    frames.advance(1_000)
    expect(frames.used).toBe(1)
  })

  it('leaves a text outside a table alone', () => {
    const frames = new FakeFrames()
    const long = createLongTexts(frames)
    long.check({ offsetWidth: 900, closest: () => null })
    expect(() => frames.advance(20)).not.toThrow()
  })
})
