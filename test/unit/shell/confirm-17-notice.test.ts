import { describe, expect, it } from 'vitest'
import {
  createInstructionNotification,
  formatNotification,
  pendingCount,
} from '../../../electron/shell/windows/instruction-notification.js'
import type { NotificationContent } from '../../../electron/shell/system/system-notification.js'
import type { Card, ConfirmView } from '../../../shared/ipc/instructions.js'

const card = (overrides: object = {}): Card =>
  ({
    state: 'open',
    environment: 'production',
    line: 'BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
    requester: { name: 'Research assistant' },
    ...overrides,
  }) as unknown as Card
const view = (overrides: Partial<ConfirmView>): ConfirmView => ({
  card: null,
  batch: [],
  waiting: 0,
  net: [],
  extendable: false,
  halted: false,
  ...overrides,
})

describe('CONFIRM-17: what a notification of the system says', () => {
  it('one instruction: where, who asks, and for what', () => {
    expect(formatNotification(view({ card: card() }))).toEqual({
      title: 'An instruction waits for you',
      body: 'PRODUCTION · Research assistant: BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
    })
  })

  it('several, or a batch: how many, and nothing of one of them alone', () => {
    for (const [confirmView, count] of [
      [view({ card: card(), waiting: 2 }), 3],
      [view({ card: card(), batch: [card(), card(), card({ state: 'declined' })] }), 2],
    ] as const) {
      expect(pendingCount(confirmView)).toBe(count)
      expect(formatNotification(confirmView).title).toBe(`${count} instructions wait for you`)
      expect(formatNotification(confirmView).body).not.toContain('AAPL')
    }
  })

  it('what is decided already does not wait', () => {
    expect(pendingCount(view({ card: card({ state: 'confirmed' }) }))).toBe(0)
  })

  it('a long line is cut where every system would', () => {
    const { body } = formatNotification(view({ card: card({ line: 'x'.repeat(300) }) }))
    expect(body).toHaveLength(180)
    expect(body.endsWith('…')).toBe(true)
  })
})

describe('CONFIRM-17: one notification at a time, and only for who is elsewhere', () => {
  const createFixture = (here: boolean) => {
    const shown: (NotificationContent | 'taken back')[] = []
    const notice = createInstructionNotification({
      view: () => view({ card: card() }),
      isFocused: () => here,
      onClick: () => undefined,
      show: (content) => {
        shown.push(content)
        return () => void shown.push('taken back')
      },
    })
    return { notice, shown }
  }

  it('tells, takes back what it told before, and what stands when it is done, once', () => {
    const { notice, shown } = createFixture(false)
    notice.arrived()
    notice.arrived()
    notice.dismiss()
    notice.dismiss()
    expect(shown.map((entry) => (entry === 'taken back' ? entry : 'told'))).toEqual([
      'told',
      'taken back',
      'told',
      'taken back',
    ])
  })

  it('says nothing to a person who is here', () => {
    const { notice, shown } = createFixture(true)
    notice.arrived()
    expect(shown).toEqual([])
  })
})
