import { describe, expect, it } from 'vitest'
import { longestTasks, selfTimes, type TraceEvent } from '../../bench/trace/trace-times.js'

const event = (name: string, ts: number, dur: number, tdur = dur): TraceEvent => ({
  ph: 'X',
  name,
  pid: 1,
  tid: 2,
  ts,
  dur,
  tdur,
})
const named: readonly TraceEvent[] = [
  { ph: 'M', name: 'process_name', pid: 1, tid: 0, ts: 0, args: { name: 'Renderer' } },
  { ph: 'M', name: 'thread_name', pid: 1, tid: 2, ts: 0, args: { name: 'Main' } },
]

describe('times of a trace', () => {
  it('counts for each cause only what was not spent in events inside it', () => {
    const { threads } = selfTimes([
      ...named,
      event('Task', 0, 100_000),
      event('Layout', 10_000, 30_000),
      event('Paint', 50_000, 20_000),
      event('Task', 200_000, 10_000),
    ])
    expect(threads).toEqual([
      {
        name: 'Renderer Main',
        total: 110_000,
        top: [
          { cause: 'Task', total: 60_000, count: 2 },
          { cause: 'Layout', total: 30_000, count: 1 },
          { cause: 'Paint', total: 20_000, count: 1 },
        ],
      },
    ])
  })

  it('counts processor time, not the time in which the thread waited', () => {
    const { threads } = selfTimes([...named, event('Task', 0, 900_000, 40_000)])
    expect(threads[0]?.total).toBe(40_000)
  })

  it('finds the longest task of each thread by processor time', () => {
    const longest = longestTasks([
      ...named,
      event('ThreadControllerImpl::RunTask', 0, 900_000, 30_000),
      event('ThreadControllerImpl::RunTask', 1_000_000, 60_000, 50_000),
      event('Layout', 1_000_000, 99_000),
    ])
    expect([...longest]).toEqual([['Renderer Main', 50_000]])
  })
})
