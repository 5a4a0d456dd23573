import { describe, expect, it } from 'vitest'
import {
  BATCH_VALID_MS,
  createPressEvidence,
  PRESS_VALID_MS,
  type PressPlace,
} from '../../../../../electron/core/instructions/confirm/press-evidence.js'
import { EMPTY_CONFIRM_VIEW } from '../../../../../electron/core/instructions/confirm/confirm-router.js'
import type { Card, ConfirmView } from '../../../../../shared/domain/instructions/card.js'

const cardWith = (nonce: string, armed = true): Card => ({ arming: { nonce, armed } }) as Card

/** The evidence for one shown card, with a clock and a setting that the test changes. */
function start(card: Card, batch: readonly Card[] = []) {
  const state = {
    now: 0,
    assistive: false,
    view: { ...EMPTY_CONFIRM_VIEW, card, batch } as ConfirmView,
  }
  const presses = createPressEvidence({
    view: () => state.view,
    clock: { monotonic: () => state.now },
    assistive: () => state.assistive,
  })
  const press = (began: PressPlace = 'approve', ended: PressPlace = began): void => {
    presses.observe('begin', began)
    presses.observe('end', ended)
  }
  return { state, presses, press }
}

describe('CONFIRM-42: the evidence of a press', () => {
  it('is missing without an observed press, and with half of one', () => {
    const { presses } = start(cardWith('a'))
    expect(presses.use('a')).toBeNull()
    presses.observe('end', 'approve')
    expect(presses.use('a')).toBeNull()
    presses.observe('begin', 'approve')
    expect(presses.use('a')).toBeNull()
  })

  it('counts once, also where the system gives no position', () => {
    for (const place of ['approve', 'unknown'] as const) {
      const { presses, press } = start(cardWith('a'))
      press(place)
      expect(presses.use('a')).toBe('observed')
      expect(presses.use('a')).toBeNull()
    }
  })

  it('does not count when the press began or ended elsewhere on the window', () => {
    for (const [began, ended] of [
      ['elsewhere', 'elsewhere'],
      ['approve', 'elsewhere'],
      ['elsewhere', 'approve'],
    ] as const) {
      const { presses, press } = start(cardWith('a'))
      press(began, ended)
      expect(presses.use('a')).toBeNull()
    }
  })

  it('is replaced by the next press, so that an earlier one approves nothing later', () => {
    const { presses, press } = start(cardWith('a'))
    press()
    press('elsewhere')
    expect(presses.use('a')).toBeNull()
  })

  it('does not count for a card that was not armed when the press began', () => {
    const { state, presses } = start(cardWith('a', false))
    presses.observe('begin', 'approve')
    state.view = { ...state.view, card: cardWith('a') }
    presses.observe('end', 'approve')
    expect(presses.use('a')).toBeNull()
  })

  it('does not count for a card that was armed again after the press', () => {
    const { presses, press } = start(cardWith('a'))
    press()
    expect(presses.use('b')).toBeNull()
  })

  it('ends after its time, which is longer for the further rows of a batch', () => {
    const { state, presses, press } = start(cardWith('a'), [
      cardWith('a'),
      cardWith('b'),
      cardWith('c'),
    ])
    press()
    state.now = PRESS_VALID_MS
    expect(presses.use('a')).toBe('observed')
    state.now += BATCH_VALID_MS
    expect(presses.use('b')).toBe('observed')
    state.now += 1
    expect(presses.use('c')).toBeNull()
    press()
    state.now += PRESS_VALID_MS + 1
    expect(presses.use('a')).toBeNull()
  })

  it('goes on for the rows of a batch while the person scrolls with the mouse', () => {
    const { presses, press } = start(cardWith('a'), [cardWith('a'), cardWith('b')])
    press()
    expect(presses.use('a')).toBe('observed')
    press('elsewhere')
    expect(presses.use('b')).toBe('observed')
    expect(presses.use('b')).toBeNull()
  })

  it('is named as missing input while the person accepts assistive tools', () => {
    const { state, presses, press } = start(cardWith('a'))
    state.assistive = true
    expect(presses.use('a')).toBe('assistive')
    press()
    expect(presses.use('a')).toBe('observed')
  })
})
