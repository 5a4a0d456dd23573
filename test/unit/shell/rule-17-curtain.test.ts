import { describe, expect, it } from 'vitest'
import { createCurtain, type Raise } from '../../../electron/shell/curtain.js'

function stage() {
  const timers = new Map<number, { readonly at: number; readonly call: () => void }>()
  let [now, ids, up, wanted] = [0, 0, false, '']
  const log: string[] = []
  const curtain = createCurtain({
    timers: {
      after(ms, call) {
        const id = (ids += 1)
        timers.set(id, { at: now + ms, call })
        return () => void timers.delete(id)
      },
    },
    wanted: () => wanted,
    isUp: () => up,
    show: (how: Raise) => {
      up = true
      log.push(how)
    },
    hide: () => {
      up = false
      log.push('hide')
    },
  })
  return {
    curtain,
    log,
    want: (what: string) => {
      wanted = what
    },
    pass(ms: number) {
      now += ms
      for (const [id, { at, call }] of timers) if (at <= now && timers.delete(id)) call()
    },
  }
}

describe('rule 17: the window comes up with the card that it comes up for', () => {
  it('waits until that card is drawn, whatever stood there before', () => {
    const { curtain, log, want, pass } = stage()
    curtain.ready()
    curtain.drawn('first')
    want('second')
    curtain.raise('quietly')
    curtain.drawn('')
    pass(900)
    expect(log).toEqual([])
    curtain.drawn('second')
    expect(log).toEqual(['quietly'])
    pass(5_000)
    expect(log).toEqual(['quietly'])
  })

  it('never before its page can be shown at all, and once the page had its time, all the same', () => {
    const { curtain, log, want, pass } = stage()
    want('card')
    curtain.raise('with-focus')
    // A second card does not make less of what the person asked for.
    curtain.raise('quietly')
    pass(1_000)
    expect(log).toEqual([])
    curtain.ready()
    expect(log).toEqual(['with-focus'])
  })

  it('goes when its page is empty, or soon after; a card that comes meanwhile keeps it, unless the person closed it', () => {
    const { curtain, log, want, pass } = stage()
    want('card')
    curtain.ready()
    curtain.drawn('card')
    curtain.raise('quietly')
    curtain.lower('empty')
    curtain.keep()
    pass(1_000)
    expect(log).toEqual(['quietly'])
    curtain.lower('empty')
    expect(log).toHaveLength(1)
    curtain.drawn('')
    expect(log).toEqual(['quietly', 'hide'])

    curtain.drawn('card')
    curtain.raise('quietly')
    curtain.lower('closed')
    curtain.keep()
    pass(249)
    expect(log).toEqual(['quietly', 'hide', 'quietly'])
    pass(1)
    expect(log.at(-1)).toBe('hide')
  })

  it('a page that is loaded anew has drawn nothing yet', () => {
    const { curtain, log, want } = stage()
    want('card')
    curtain.ready()
    curtain.drawn('card')
    curtain.reset()
    curtain.raise('quietly')
    expect(log).toEqual([])
    curtain.drawn('card')
    expect(log).toEqual(['quietly'])
    curtain.dispose()
  })
})
