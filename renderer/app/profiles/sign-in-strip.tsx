import { useEffect, useState } from 'react'
import { formatCountdown } from '../../format/time.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { TextInput } from '../../ui/field.js'
import { useAsk } from './use-ask.js'

const words = text.profiles.signIn

/** While a sign-in waits for the person: how long, what to do, and the way out. */
export function SignInStrip() {
  const desk = useDesk()
  const signIn = useSlice(desk.signIn, (state) => state.value)
  const environment = useSlice(desk.above, (state) => state.value?.current?.environment ?? null)
  const until =
    signIn?.token?.state === 'waiting' ? signIn.token.until : (signIn?.attempt?.until ?? null)
  const left = useLeft(until)
  // Practice approves for itself; what would flash by there is no use to anybody.
  if (signIn === null || left === null || environment === 'practice') return null
  if (signIn.token?.state === 'waiting') {
    return (
      <p className="sign-in" data-testid="token-waiting">
        <strong className="tnum">{words.phone(formatCountdown(left))}</strong>{' '}
        <span className="dim">{words.checking}</span>
      </p>
    )
  }
  return (
    <div className="sign-in" data-testid="sign-in-waiting">
      <span className="tnum">{words.waiting(formatCountdown(left))}</span>
      {signIn.attempt?.paste === true && <Paste />}
      <Button size="small" onClick={() => void desk.invoke('session.cancel-sign-in', {})}>
        {words.cancel}
      </Button>
    </div>
  )
}

function Paste() {
  const { ask, busy, problem } = useAsk()
  const [address, setAddress] = useState('')
  const go = (): void => {
    const given = address
    setAddress('')
    void ask('session.paste', { address: given })
  }
  return (
    <form
      className="sign-in-paste"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextInput
        aria-label={words.paste}
        placeholder={words.paste}
        data-testid="paste-address"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button type="submit" size="small" look="primary" disabled={busy || address.trim() === ''}>
        {words.pasteDo}
      </Button>
      {problem !== null && (
        <span className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </form>
  )
}

/**
 * Milliseconds until a moment, told every half second; null when there is none or it has passed.
 */
function useLeft(until: number | null): number | null {
  const { now } = useDesk()
  const [, beat] = useState(0)
  useEffect(() => {
    if (until === null) return undefined
    const timer = setInterval(() => beat((count) => count + 1), 500)
    return () => clearInterval(timer)
  }, [until])
  return until === null || until <= now() ? null : until - now()
}
