import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatOptionalMessage } from '../../format/message.js'
import { formatCountdown } from '../../format/time.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { TextInput } from '../../ui/field.js'
import { useNow } from '../../ui/use-now.js'
import { useRequest } from '../../ui/use-request.js'
import { AddressToRegister } from './address-to-register.js'

/**
 * Shown while a sign-in or the app key's token waits for the person: the time left, what to do, and
 * a button to cancel.
 */
export function SignInStrip() {
  const messages = useText().profiles.signIn
  const mainWindow = useMainWindow()
  const signIn = useSlice(mainWindow.signIn, (state) => state.value)
  const environment = useSlice(
    mainWindow.appState,
    (state) => state.value?.current?.environment ?? null,
  )
  const until =
    signIn?.token.state === 'waiting' ? signIn.token.until : (signIn?.attempt?.until ?? null)
  const timeLeft = useLeft(until)
  // Practice approves itself at once; the strip would only flash.
  if (signIn === null || timeLeft === null || environment === 'practice') return null
  const address = signIn.attempt?.redirectAddress
  if (signIn.token.state === 'waiting') {
    return (
      <p className="sign-in" data-testid="token-waiting">
        <strong className="tnum">{messages.phone(formatCountdown(timeLeft))}</strong>{' '}
        <span className="dim">
          {signIn.way === 'connect' && <>{messages.noPrices} </>}
          {messages.checking}
        </span>
      </p>
    )
  }
  return (
    <div className="sign-in" data-testid="sign-in-waiting">
      <span className="tnum">{messages.waiting(formatCountdown(timeLeft))}</span>
      {signIn.attempt?.paste === true && <Paste />}
      {typeof address === 'string' && (
        <AddressToRegister label={messages.register} address={address} />
      )}
      <Button size="small" onClick={() => void mainWindow.invoke('session.cancel-sign-in', {})}>
        {messages.cancel}
      </Button>
    </div>
  )
}

/**
 * Shown over Connect when the app key's token cannot be used: accounts and orders go on, and only
 * market data is missing.
 */
export function TokenProblem() {
  const messages = useText().profiles.signIn
  const mainWindow = useMainWindow()
  const { request, busy, problem } = useRequest()
  const token = useSlice(mainWindow.signIn, ({ value }) =>
    value?.way === 'connect' ? value.token : null,
  )
  if (token?.state !== 'failed') return null
  return (
    <div className="notice bad" data-testid="token-failed">
      <CircleAlert size={14} aria-hidden />
      <p>
        {messages.noPricesBecause(formatOptionalMessage(token.message) ?? '')}
        {problem !== null && <> {problem}</>}
      </p>
      <Button size="small" disabled={busy} onClick={() => void request('session.sign-in', {})}>
        {messages.newCode}
      </Button>
    </div>
  )
}

function Paste() {
  const messages = useText().profiles.signIn
  const { request, busy, problem } = useRequest()
  const [address, setAddress] = useState('')
  const go = (): void => {
    const given = address
    setAddress('')
    void request('session.paste', { address: given })
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
        aria-label={messages.paste}
        placeholder={messages.paste}
        data-testid="paste-address"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button type="submit" size="small" variant="primary" disabled={busy || address.trim() === ''}>
        {messages.pasteDo}
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
 * Returns the milliseconds until a moment, updated every half second; null when there is none or it
 * has passed.
 */
function useLeft(until: number | null): number | null {
  const { now } = useMainWindow()
  useNow(now, until === null ? null : 500)
  return until === null || until <= now() ? null : until - now()
}
