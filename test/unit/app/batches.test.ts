import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Batches } from '../../../electron/app/streams/batches.js'
import { systemTimers } from '../../../electron/adapters/timers.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('P16: what several streams have to send leaves in one task', () => {
  const batches = new Batches(systemTimers)
  const sent: string[] = []
  batches.next(() => sent.push('quotes'))
  vi.advanceTimersByTime(3)
  batches.next(() => sent.push('positions'))
  expect(sent).toEqual([])
  vi.advanceTimersByTime(3)
  expect(sent).toEqual(['quotes', 'positions'])
  vi.advanceTimersByTime(40)
  expect(vi.getTimerCount()).toBe(0)
})

test('P16: a flush that requests the next one gets a batch of its own after a pause; one taken back gets none', () => {
  const batches = new Batches(systemTimers)
  const sent: string[] = []
  batches.next(() => {
    sent.push('first')
    batches.next(() => sent.push('second'))
  })
  batches.next(() => sent.push('never'))()
  vi.advanceTimersByTime(6)
  expect(sent).toEqual(['first'])
  vi.advanceTimersByTime(39)
  expect(sent).toEqual(['first'])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual(['first', 'second'])
})
