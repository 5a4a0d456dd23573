import { describe, expect, it, vi } from 'vitest'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { createMessageFormatter, inEnglish } from '../../../../shared/messages/format-message.js'
import { catalogue as spanish } from '../../../../shared/messages/translations/es/index.js'
import { AccountEvents } from '../../../../electron/core/session/account-events.js'
import { createNotices } from '../../../../electron/core/notices.js'
import {
  toOptionEvent,
  toPositionEvent,
} from '../../../../electron/provider/mapping/trade-events.js'

const NOW = epochMs(1_800_000_000_000)
const ACCOUNT = accountId('A1')

function fixture() {
  const due: (() => void)[] = []
  const notices = createNotices({ now: () => NOW, monotonic: () => 0 })
  const onPositionsChanged = vi.fn()
  const changed = vi.fn()
  const onEnding = vi.fn()
  const events = new AccountEvents({
    portfolio: { selected: ACCOUNT, onPositionsChanged },
    realized: { onEnding },
    notices,
    timers: {
      after: (_ms, call) => {
        due.push(call)
        return () => undefined
      },
      every: () => () => undefined,
    },
    changed,
  })
  const pass = (): void => {
    for (const call of due.splice(0)) call()
  }
  const shown = (): readonly string[] => notices.all().map(({ detail }) => inEnglish(detail))
  return { events, notices, onPositionsChanged, changed, pass, shown }
}

const option = (more: Readonly<Record<string, string>>) =>
  toOptionEvent(
    JSON.stringify({
      account_id: 'A2',
      event_type: 'OPTION_EXPIRATION',
      symbol: 'AAPL',
      option_type: 'CALL',
      strike_price: '190.00',
      option_expire_date: '2026-12-19',
      quantity: '2.00000',
      ...more,
    }),
    NOW,
  )

describe('events of positions', () => {
  it.each([
    [{}, '2 AAPL Dec 19, 2026 190 call expired worthless.'],
    [
      { event_type: 'OPTION_EXERCISE', quantity: '1' },
      '1 AAPL Dec 19, 2026 190 call was exercised.',
    ],
    [
      { event_type: 'OPTION_ASSIGNMENT', quantity: '-3', option_type: 'PUT' },
      '3 AAPL Dec 19, 2026 190 put were assigned to you.',
    ],
    [{ event_type: 'CONTRACT_CLOSE' }, '2 AAPL Dec 19, 2026 190 call were closed for cash'],
    [{ event_type: 'UNPUBLISHED' }, 'Something happened to an option position in AAPL'],
  ])('shows an option event in words and reads the account again: %j', (more, expected) => {
    const { events, onPositionsChanged, changed, pass, shown } = fixture()
    events.onOption(option(more))
    expect(onPositionsChanged).toHaveBeenCalledWith('A2', null)
    pass()
    expect(shown().join()).toContain(expected)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('shows an option event that cannot be read at all', () => {
    const { events, onPositionsChanged, pass, shown } = fixture()
    events.onOption(toOptionEvent('not JSON', NOW))
    pass()
    expect(onPositionsChanged).toHaveBeenCalledWith(ACCOUNT, null)
    expect(shown().join()).toContain('Something happened to an option position')
  })

  it('shows a settlement, which names no account, for the account in view', () => {
    const { events, notices, onPositionsChanged, pass, shown } = fixture()
    const settlement = toPositionEvent(
      JSON.stringify({
        event_name: 'Rain in Boston',
        yes_condition: 'More than 0.1 in',
        settle_result: 'Yes',
        settle_side: 'Yes',
        quantity: '10',
        cost: '4.20',
        settle_amount: '10.00',
      }),
      NOW,
    )
    if (settlement === null) throw new Error('unreadable')
    events.onPosition(settlement)
    pass()
    expect(onPositionsChanged).toHaveBeenCalledWith(ACCOUNT, null)
    expect(shown()).toEqual(['Rain in Boston was settled as Yes: your 10 × Yes paid $10.00.'])
    const [notice] = notices.all()
    expect(
      notice === undefined ? '' : createMessageFormatter('es', spanish)(notice.detail),
    ).toContain('se liquidó como Sí')
  })

  it('shows hundreds of events of one expiry as one notice', () => {
    const { events, notices, pass, shown } = fixture()
    for (let strike = 100; strike < 400; strike += 1) {
      events.onOption(option({ strike_price: String(strike) }))
    }
    pass()
    expect(notices.all()).toHaveLength(1)
    expect(shown()[0]).toContain('297 more positions ended')
  })

  it('reads the symbol and the raw text of an option event', () => {
    expect(option({})).toMatchObject({ symbol: symbol('AAPL'), ending: 'expired' })
  })
})
