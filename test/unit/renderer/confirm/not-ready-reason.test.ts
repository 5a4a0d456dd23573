import { describe, expect, it } from 'vitest'
import {
  ageText,
  announcementDue,
  clockText,
  leftOf,
  tenthsText,
} from '../../../../renderer/confirm/state/countdown.js'
import {
  allPlain,
  notReadyReasonOf,
  notReadyReasonOfRows,
  typedMatches,
  type Answers,
} from '../../../../renderer/confirm/state/not-ready-reason.js'
import { lineParts } from '../../../../renderer/ui/order-line.js'
import { themeFor } from '../../../../renderer/confirm/theme.js'
import { approval } from '../../../../renderer/confirm/state/requests.js'
import { amendmentOf } from '../../../../renderer/confirm/decision/sheets.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'

const DANGER = { code: 'far', text: 'Far from the market.' }
const card = (change: object = {}): Card =>
  ({
    id: 'a',
    digest: 'd',
    state: 'open',
    tier: 'plain',
    dangers: [],
    editable: { quantity: '1000', amount: null, limitPrice: '10.5', stopPrice: null },
    arming: { nonce: 'n', armed: true, armsInMs: 0, blocked: 'none' },
    ...change,
  }) as unknown as Card
const answers = (change: Partial<Answers> = {}): Answers => ({
  ticked: new Set(),
  typed: '',
  fullySeen: true,
  busy: false,
  ...change,
})
const arming = (blocked: string, armed = false) => ({
  arming: { nonce: 'n', armed, armsInMs: null, blocked },
})

describe('CONFIRM-7, CONFIRM-12, CONFIRM-16: the reason why approve cannot be pressed', () => {
  it.each([
    [card(), answers(), 'none'],
    [card(arming('none')), answers(), 'counting'],
    [card(arming('unfocused')), answers(), 'unfocused'],
    [card(arming('hidden')), answers(), 'hidden'],
    [card(arming('locked')), answers(), 'locked'],
    [card(arming('preview')), answers(), 'preview'],
    [card(arming('halted')), answers(), 'halted'],
    [card({ state: 'loading' }), answers(), 'loading'],
    [card({ state: 'sending' }), answers(), 'sending'],
    [card(), answers({ busy: true }), 'sending'],
    [card(), answers({ fullySeen: false }), 'unseen'],
    [card({ dangers: [DANGER] }), answers(), 'dangers'],
    [card({ dangers: [DANGER] }), answers({ ticked: new Set(['far']) }), 'none'],
    [card({ tier: 'largest' }), answers({ typed: '100' }), 'quantity'],
    [card({ tier: 'largest' }), answers({ typed: '1,000' }), 'none'],
    ...(
      ['confirmed', 'rejected', 'stopped', 'uncertain', 'declined', 'expired', 'withdrawn'] as const
    ).map((state) => [card({ state }), answers(), 'ended'] as const),
  ] as const)('is as expected in case %#: %o', (shown, given, hold) => {
    expect(notReadyReasonOf(shown, given, false, 60_000)).toBe(hold)
  })

  it('is the halt whatever the countdown shows, and the expiry once the time is over', () => {
    expect(notReadyReasonOf(card(), answers(), true, 60_000)).toBe('halted')
    expect(notReadyReasonOf(card(), answers(), false, 0)).toBe('expired')
  })

  it('accepts a typed size by its value, not by its text', () => {
    const largest = card({ tier: 'largest' })
    expect(
      ['1000', '1,000', ' 1 000.0 ', '$1000'].map((typed) => typedMatches(largest, typed)),
    ).toEqual([true, true, true, true])
    expect(
      ['', '1e3', '10000', '999', 'yes', '-1000'].map((typed) => typedMatches(largest, typed)),
    ).toEqual(Array.from({ length: 6 }, () => false))
    expect(typedMatches(card(), '')).toBe(true)
  })

  it('is the first one of the rows of a batch, and only plain rows go together (CONFIRM-29)', () => {
    expect(allPlain([card(), card()])).toBe(true)
    expect(allPlain([card(), card({ tier: 'danger' })])).toBe(false)
    expect(allPlain([])).toBe(false)
    expect(
      notReadyReasonOfRows([card(), card({ state: 'loading' })], (row) =>
        notReadyReasonOf(row, answers(), false, 1),
      ),
    ).toBe('loading')
    expect(notReadyReasonOfRows([], () => 'none')).toBe('rows')
  })
})

describe('CONFIRM-1: the values that the page sends', () => {
  it('identify the card and its own acknowledged dangers, never the order', () => {
    expect(
      approval(card({ dangers: [DANGER], tier: 'largest' }), {
        ticked: new Set(['far', 'of another card']),
        typed: '1,000',
      }),
    ).toEqual({
      id: 'a',
      digest: 'd',
      nonce: 'n',
      decision: 'approve',
      acknowledged: ['far'],
      typedQuantity: '1000',
      why: null,
      pauseMinutes: null,
    })
  })

  it('contain only changed values of an amendment, and no invalid size or price', () => {
    expect(amendmentOf(card(), {})).toBe('same')
    expect(amendmentOf(card(), { quantity: '1,000.0' })).toBe('same')
    expect(amendmentOf(card(), { quantity: '5.50', limitPrice: '10.5' })).toEqual({
      quantity: '5.5',
    })
    expect(amendmentOf(card(), { amount: '7' }), 'not a member of this order').toBe('same')
    for (const typed of ['', '0', '-1', 'x', '1e3']) {
      expect(amendmentOf(card(), { quantity: typed }), typed).toBe('not-a-number')
    }
  })
})

describe('CONFIRM-9 and CONFIRM-36: the time left', () => {
  it('counts from the arrival of the view and is never below zero', () => {
    expect(
      [0, 400, 5_000].map((later) => leftOf({ leftMs: 1_000, receivedAt: 100 }, 100 + later)),
    ).toEqual([1_000, 600, 0])
    expect([0, 999, 61_000, 3_725_000].map(clockText)).toEqual(['0:00', '0:01', '1:01', '1:02:05'])
    expect(tenthsText(1_401)).toBe('1.5')
  })

  it('is announced once each at 30, 10 and 5 seconds, the smallest when several passed at once', () => {
    const said: number[] = []
    let before: number | null = null
    for (const now of [40, 31, 30, 29, 12, 9, 8, 5, 4, 1, 0]) {
      const due = announcementDue(before, now)
      if (due !== null) said.push(due)
      before = now
    }
    expect(said).toEqual([30, 10, 5])
    expect(announcementDue(40, 7)).toBe(10)
    expect(announcementDue(40, 3)).toBe(5)
    expect(announcementDue(null, 3)).toBeNull()
    expect(announcementDue(4, 0)).toBeNull()
  })
})

describe('CONFIRM-24: the age of a quote', () => {
  it('is shown in the unit that a person would use', () => {
    expect([0, 8_249, 59_999, 60_000, 901_000, 7_300_000].map(ageText)).toEqual([
      '0.0 s',
      '8.2 s',
      '59.9 s',
      '1 min',
      '15 min',
      '2 h',
    ])
  })
})

describe('CONFIRM-19: the order line', () => {
  it('is split into action, side and the rest without changing a word', () => {
    const lines = [
      [
        { side: 'buy', action: 'place', line: 'BUY TO OPEN 2 AAPL' },
        { act: '', before: '', side: 'BUY', after: ' TO OPEN 2 AAPL' },
      ],
      [
        { side: 'sell', action: 'cancel', line: 'CANCEL the order SELL 10 AAPL, market' },
        { act: 'CANCEL', before: ' the order ', side: 'SELL', after: ' 10 AAPL, market' },
      ],
      [
        { side: 'short', action: 'replace', line: 'CHANGE the order to SELL SHORT 5 F' },
        { act: 'CHANGE', before: ' the order to ', side: 'SELL SHORT', after: ' 5 F' },
      ],
      // A combination that closes or rolls has a verb instead of a side: not "SELL ROLL".
      [
        { side: 'sell', action: 'place', line: 'ROLL 1 AAPL 663 put, Jan 15, 2027 → Feb 19, 2027' },
        {
          act: '',
          before: '',
          side: 'ROLL',
          after: ' 1 AAPL 663 put, Jan 15, 2027 → Feb 19, 2027',
        },
      ],
      [
        { side: 'sell', action: 'cancel', line: 'CANCEL the order CLOSE 2 vertical on AAPL' },
        { act: 'CANCEL', before: ' the order ', side: 'CLOSE', after: ' 2 vertical on AAPL' },
      ],
      // An action word in a place order is a name, and BUYX is not a side.
      [
        { side: 'buy', action: 'place', line: 'CANCEL 10 BUYX' },
        { act: '', before: 'CANCEL 10 BUYX', side: '', after: '' },
      ],
    ] as const
    for (const [line, pieces] of lines) {
      expect(lineParts(line)).toEqual(pieces)
      const { act, before, side, after } = lineParts(line)
      expect(act + before + side + after).toBe(line.line)
    }
  })
})

describe('the theme of the page', () => {
  it('is the one in its address, or the system’s', () => {
    expect(themeFor('light', { light: false, contrast: true })).toBe('light')
    expect(themeFor('system', { light: true, contrast: false })).toBe('light')
    expect(themeFor('<x>', { light: false, contrast: true })).toBe('contrast')
    expect(themeFor(null, { light: false, contrast: false })).toBe('dark')
  })
})
