import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createPress,
  DOUBLE_CLICK_MS,
  isMeant,
  SETTLE_MS,
  type Press,
  type PressTarget,
} from '../../../../renderer/confirm/state/press.js'

const target = (change: Partial<PressTarget> = {}): PressTarget => ({
  armed: true,
  token: 'card 1',
  shownAt: 1_000,
  ...change,
})
const mouse = (timeStamp: number, change: object = {}) => ({
  isTrusted: true,
  timeStamp,
  button: 0,
  detail: 1,
  ...change,
})
const key = (timeStamp: number, change: object = {}) => ({
  isTrusted: true,
  timeStamp,
  key: ' ',
  repeat: false,
  ...change,
})

/**
 * Simulates a complete mouse press as the page reports it: the page's own listener first, then the
 * button.
 */
function click(
  press: Press,
  time: number,
  down: PressTarget,
  up = down,
  change: object = {},
): boolean {
  press.anyPointerDown(time)
  press.pointerDown(mouse(time, change), down)
  return press.pointerUp(mouse(time + 80, change), up)
}
function strike(
  press: Press,
  time: number,
  down: PressTarget,
  up = down,
  change: object = {},
): boolean {
  press.keyDown(key(time, change), down)
  return press.keyUp(key(time + 80, change), up)
}

describe('SEC-26, CONFIRM-14 and CONFIRM-15: a press of approve', () => {
  it('is a complete press of mouse or Space that begins and ends on the same armed card', () => {
    expect(click(createPress(), 3_000, target())).toBe(true)
    expect(strike(createPress(), 3_000, target())).toBe(true)
  })

  it.each([
    ['made-up events', target(), target(), { isTrusted: false }],
    ['a card that was not armed when it began', target({ armed: false }), target(), {}],
    ['a card that was not armed any more when it ended', target(), target({ armed: false }), {}],
    [
      'another card, digest or nonce by the time it ended',
      target(),
      target({ token: 'card 2' }),
      {},
    ],
    [
      'input that began before the card was shown',
      target({ shownAt: 3_001 }),
      target({ shownAt: 3_001 }),
      {},
    ],
    [
      'a card that was not painted yet',
      target({ shownAt: Number.POSITIVE_INFINITY }),
      target({ shownAt: Number.POSITIVE_INFINITY }),
      {},
    ],
  ] as const)('does not count for %s', (_name, down, up, change) => {
    expect(click(createPress(), 3_000, down, up, change)).toBe(false)
    expect(strike(createPress(), 3_000, down, up, change)).toBe(false)
  })

  it('is never Enter, a repeated key, or a release whose press was elsewhere', () => {
    const press = createPress()
    expect(strike(press, 3_000, target(), target(), { key: 'Enter' })).toBe(false)
    press.keyDown(key(4_000, { repeat: true }), target())
    expect(press.keyUp(key(4_050), target())).toBe(false)
    expect(press.keyUp(key(4_100), target())).toBe(false)
    expect(press.pointerUp(mouse(4_200), target())).toBe(false)
  })

  it('counts once while Space is held, at its release', () => {
    const press = createPress()
    press.keyDown(key(3_000), target())
    press.keyDown(key(3_500, { repeat: true }), target())
    expect(press.keyUp(key(3_600), target())).toBe(true)
    expect(press.keyUp(key(3_700), target())).toBe(false)
  })

  it('is not the second click of a double click, by system count or by time', () => {
    expect(click(createPress(), 3_000, target(), target(), { detail: 2 })).toBe(false)
    const press = createPress()
    press.anyPointerDown(3_000)
    expect(click(press, 3_000 + DOUBLE_CLICK_MS - 1, target())).toBe(false)
    expect(click(press, 3_000 + 3 * DOUBLE_CLICK_MS, target())).toBe(true)
  })

  it('is not another mouse button, and not a mix of key and mouse', () => {
    expect(click(createPress(), 3_000, target(), target(), { button: 2 })).toBe(false)
    const press = createPress()
    press.keyDown(key(3_000), target())
    expect(press.pointerUp(mouse(3_100), target())).toBe(false)
  })

  it('is canceled when the focus is lost or another key is pressed in between', () => {
    const press = createPress()
    press.anyPointerDown(3_000)
    press.pointerDown(mouse(3_000), target())
    press.cancel()
    expect(press.pointerUp(mouse(3_100), target())).toBe(false)
    press.keyDown(key(4_000), target())
    press.keyDown(key(4_050, { key: 'a' }), target())
    expect(press.keyUp(key(4_100), target())).toBe(false)
  })

  it('never approves more often than valid presses began, for any order of events', () => {
    const event = fc.record({
      do: fc.constantFrom('down', 'up', 'key-down', 'key-up', 'cancel'),
      gap: fc.nat(900),
      armed: fc.boolean(),
      token: fc.constantFrom('a', 'b'),
      trusted: fc.boolean(),
      key: fc.constantFrom(' ', 'Enter', 'a'),
      repeat: fc.boolean(),
      detail: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const press = createPress()
        let time = 0
        let rightBegins = 0
        let approved = 0
        for (const step of events) {
          time += step.gap
          const now = target({ armed: step.armed, token: step.token, shownAt: 500 })
          const right = step.trusted && step.armed && time > 500
          if (step.do === 'down') {
            press.anyPointerDown(time)
            press.pointerDown(mouse(time, { isTrusted: step.trusted, detail: step.detail }), now)
            if (right && step.detail === 1) rightBegins += 1
          } else if (step.do === 'key-down') {
            press.keyDown(
              key(time, { isTrusted: step.trusted, key: step.key, repeat: step.repeat }),
              now,
            )
            if (right && step.key === ' ' && !step.repeat) rightBegins += 1
          } else if (step.do === 'cancel') press.cancel()
          else {
            const yes =
              step.do === 'up'
                ? press.pointerUp(mouse(time, { isTrusted: step.trusted }), now)
                : press.keyUp(key(time, { isTrusted: step.trusted, key: step.key }), now)
            if (yes) {
              approved += 1
              expect(step.armed && step.trusted).toBe(true)
            }
          }
          expect(approved).toBeLessThanOrEqual(rightBegins)
        }
      }),
    )
  })

  it('does not count in the first moments of a card, not even as a refusal', () => {
    expect(isMeant({ isTrusted: true, timeStamp: 1_000 + SETTLE_MS - 1 }, 1_000)).toBe(false)
    expect(isMeant({ isTrusted: true, timeStamp: 1_000 + SETTLE_MS }, 1_000)).toBe(true)
    expect(isMeant({ isTrusted: false, timeStamp: 9_000 }, 1_000)).toBe(false)
  })
})
