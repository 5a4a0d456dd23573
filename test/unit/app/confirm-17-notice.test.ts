import { describe, expect, it } from 'vitest'
import {
  createInstructionNotification,
  formatNotification,
  pendingCount,
} from '../../../electron/app/windows/instruction-notification.js'
import type { NotificationContent } from '../../../electron/app/windows/instruction-notification.js'
import type { Card, ConfirmView } from '../../../shared/domain/instructions/card.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { foreign } from '../../../shared/messages/make-message.js'

const card = (overrides: object = {}): Card =>
  ({
    state: 'open',
    environment: 'production',
    line: foreign('BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day'),
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

describe('CONFIRM-17: the text of a system notification', () => {
  it('shows environment, assistant and order of one instruction', () => {
    expect(formatNotification(view({ card: card() }), inEnglish)).toEqual({
      title: '1 pending instruction',
      body: 'PRODUCTION · Research assistant: BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
    })
  })

  it('shows only the number of several instructions or batch rows', () => {
    for (const [confirmView, count] of [
      [view({ card: card(), waiting: 2 }), 3],
      [view({ card: card(), batch: [card(), card(), card({ state: 'declined' })] }), 2],
    ] as const) {
      expect(pendingCount(confirmView)).toBe(count)
      expect(formatNotification(confirmView, inEnglish).title).toBe(`${count} pending instructions`)
      expect(formatNotification(confirmView, inEnglish).body).not.toContain('AAPL')
    }
  })

  it('does not count an instruction that is already decided', () => {
    expect(pendingCount(view({ card: card({ state: 'confirmed' }) }))).toBe(0)
  })

  it('is cut to 180 characters', () => {
    const { body } = formatNotification(
      view({ card: card({ line: foreign('x'.repeat(300)) }) }),
      inEnglish,
    )
    expect(body).toHaveLength(180)
    expect(body.endsWith('…')).toBe(true)
  })
})

describe('CONFIRM-17: one notification at a time, only while the person is elsewhere', () => {
  const createFixture = (here: boolean) => {
    const contents: (NotificationContent | 'taken back')[] = []
    const notice = createInstructionNotification({
      view: () => view({ card: card() }),
      write: inEnglish,
      isFocused: () => here,
      onClick: () => undefined,
      show: (content) => {
        contents.push(content)
        return () => void contents.push('taken back')
      },
    })
    return { notice, shown: contents }
  }

  it('replaces the earlier notification and dismisses the last one once', () => {
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

  it('shows nothing while the person uses the window', () => {
    const { notice, shown } = createFixture(true)
    notice.arrived()
    expect(shown).toEqual([])
  })
})
