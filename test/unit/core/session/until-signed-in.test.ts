import { describe, expect, it } from 'vitest'
import type { AuthPhase, AuthSession } from '../../../../electron/core/auth/auth-session.js'
import { untilSignedIn } from '../../../../electron/core/auth/until-signed-in.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'

/** A sign-in whose phase the test sets, and a timer that the test ends. */
function signInAt(first: AuthPhase) {
  const changed = createEmitter<void>()
  let phase = first
  let elapse = (): void => undefined
  let ended = false
  void untilSignedIn(
    {
      view: () => ({ phase }) as ReturnType<AuthSession['view']>,
      onChange: (listener) => changed.add(listener),
    },
    {
      after: (_ms, call) => {
        elapse = call
        return () => undefined
      },
      every: () => () => undefined,
    },
  ).then(() => (ended = true))
  const settled = async (): Promise<boolean> => {
    await Promise.resolve()
    return ended
  }
  return {
    set(next: AuthPhase) {
      phase = next
      changed.emit()
    },
    elapse: () => elapse(),
    settled,
  }
}

describe('the wait of a read for the sign-in', () => {
  it.each(['signed-in', 'reconnecting', 'attention', 'signed-out'] as const)(
    'ends at once in the phase %s',
    async (phase) => expect(await signInAt(phase).settled()).toBe(true),
  )

  it.each(['signed-in', 'attention'] as const)(
    'lasts while a sign-in is under way, until %s',
    async (end) => {
      const signIn = signInAt('starting')
      signIn.set('signing-in')
      expect(await signIn.settled()).toBe(false)
      signIn.set(end)
      expect(await signIn.settled()).toBe(true)
    },
  )

  it('ends after a while although the person has not answered', async () => {
    const signIn = signInAt('signing-in')
    signIn.elapse()
    expect(await signIn.settled()).toBe(true)
  })
})
