import { describe, expect, it } from 'vitest'
import { createCardNotice, noticeWords, waitingIn } from '../../../electron/shell/card-notice.js'
import type { NoticeWords } from '../../../electron/shell/system-notice.js'
import type { Card, ConfirmView } from '../../../shared/ipc/instructions.js'

const card = (more: object = {}): Card =>
  ({
    state: 'open',
    environment: 'production',
    line: 'BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
    asks: { name: 'Research assistant' },
    ...more,
  }) as unknown as Card
const view = (more: Partial<ConfirmView>): ConfirmView => ({
  card: null,
  batch: [],
  waiting: 0,
  net: [],
  extendable: false,
  halted: false,
  ...more,
})

describe('rule 17: what a notification of the system says', () => {
  it('one instruction: where, who asks, and for what', () => {
    expect(noticeWords(view({ card: card() }))).toEqual({
      title: 'An instruction waits for you',
      body: 'PRODUCTION · Research assistant: BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
    })
  })

  it('several, or a batch: how many, and nothing of one of them alone', () => {
    for (const [of, count] of [
      [view({ card: card(), waiting: 2 }), 3],
      [view({ card: card(), batch: [card(), card(), card({ state: 'declined' })] }), 2],
    ] as const) {
      expect(waitingIn(of)).toBe(count)
      expect(noticeWords(of).title).toBe(`${count} instructions wait for you`)
      expect(noticeWords(of).body).not.toContain('AAPL')
    }
  })

  it('what is decided already does not wait', () => {
    expect(waitingIn(view({ card: card({ state: 'confirmed' }) }))).toBe(0)
  })

  it('a long line is cut where every system would', () => {
    const { body } = noticeWords(view({ card: card({ line: 'x'.repeat(300) }) }))
    expect(body).toHaveLength(180)
    expect(body.endsWith('…')).toBe(true)
  })
})

describe('rule 17: one notification at a time, and only for who is elsewhere', () => {
  const rig = (here: boolean) => {
    const told: (NoticeWords | 'taken back')[] = []
    const notice = createCardNotice({
      view: () => view({ card: card() }),
      here: () => here,
      onClick: () => undefined,
      show: (words) => {
        told.push(words)
        return () => void told.push('taken back')
      },
    })
    return { notice, told }
  }

  it('tells, takes back what it told before, and what stands when it is done, once', () => {
    const { notice, told } = rig(false)
    notice.arrived()
    notice.arrived()
    notice.done()
    notice.done()
    expect(told.map((each) => (each === 'taken back' ? each : 'told'))).toEqual([
      'told',
      'taken back',
      'told',
      'taken back',
    ])
  })

  it('says nothing to a person who is here', () => {
    const { notice, told } = rig(true)
    notice.arrived()
    expect(told).toEqual([])
  })
})
