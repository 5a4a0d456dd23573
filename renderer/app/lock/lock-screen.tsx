import { Fingerprint, LockKeyhole, OctagonX } from 'lucide-react'
import { useState } from 'react'
import type { AppStateView } from '../../../shared/domain/app/app-state.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import { formatAge } from '../../format/time.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { formatHaltCounts } from '../../format/halt/halt-counts.js'
import { HALTED_BY_HAND } from '../../format/halt/halted-by-hand.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Field, Problem, SecretInput } from '../../ui/field.js'
import { useNow } from '../../ui/use-now.js'
import { useRequest } from '../../ui/use-request.js'

const WAIT_MS = 250

/**
 * Covers everything while Countersign is locked. Streams continue behind it; only the kill switch
 * still works.
 */
export function LockScreen() {
  const appState = useSlice(useMainWindow().appState, (state) => state.value)
  return appState?.lock.locked === true ? <Locked appState={appState} /> : null
}

function Locked({ appState }: { readonly appState: AppStateView }) {
  const text = useText()
  const { lock, current } = appState
  const sending = useRequest()
  const [forgetting, setForgetting] = useState(false)
  const [killed, setKilled] = useState<Halt | null>(null)
  return (
    <div
      className="cover solid"
      role="presentation"
      data-environment={current?.environment}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="cover-card" role="dialog" aria-modal aria-labelledby="lock-title">
        {current !== null && <span className="env">{text.environments[current.environment]}</span>}
        <h2 id="lock-title">
          <LockKeyhole size={16} aria-hidden />
          {text.lock.locked}
        </h2>
        {forgetting ? (
          <Forget sending={sending} onBack={() => setForgetting(false)} />
        ) : (
          <Unlock
            lock={lock}
            sending={sending}
            killed={killed}
            onKilled={setKilled}
            onForgot={() => setForgetting(true)}
          />
        )}
      </div>
    </div>
  )
}

/** One request at a time for the whole screen. */
type Sending = ReturnType<typeof useRequest>

/** Removes a forgotten passphrase together with everything that it protects. */
function Forget({
  sending: { request, busy, problem },
  onBack,
}: {
  readonly sending: Sending
  readonly onBack: () => void
}) {
  const text = useText()
  return (
    <div className="stack">
      <h3>{text.lock.forgotTitle}</h3>
      <p>{text.lock.forgotBody}</p>
      <Problem message={problem} />
      <div className="row-end">
        <Button data-autofocus onClick={onBack}>
          {text.lock.back}
        </Button>
        <Button
          variant="danger primary"
          disabled={busy}
          onClick={() => void request('lock.forget', {})}
        >
          {text.lock.forgotDo}
        </Button>
      </div>
    </div>
  )
}

interface UnlockProps {
  readonly lock: AppStateView['lock']
  readonly sending: Sending
  /** What the kill switch had done when it answered. */
  readonly killed: Halt | null
  readonly onKilled: (halt: Halt) => void
  readonly onForgot: () => void
}

function Unlock({ lock, sending, killed, onKilled, onForgot }: UnlockProps) {
  const text = useText()
  const { request, busy, problem } = sending
  const [passphrase, setPassphrase] = useState('')
  const wait = useWait(lock.retryAt)
  // Removing credentials is the main window's.
  const isMainWindow = useMainWindow().windowId === null
  const unlock = (kind: 'passphrase' | 'system'): void => {
    const proof = kind === 'system' ? { kind } : { kind, passphrase }
    setPassphrase('')
    void request('lock.unlock', { proof })
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        unlock('passphrase')
      }}
    >
      {lock.why !== null && (
        <p>
          {text.lock.why[lock.why]} {text.lock.live}
        </p>
      )}
      <Field label={text.lock.passphrase} problem={wait === null ? problem : text.lock.wait(wait)}>
        {(wiring) => (
          <SecretInput
            {...wiring}
            autoFocus
            data-testid="lock-passphrase"
            value={passphrase}
            onValue={setPassphrase}
          />
        )}
      </Field>
      <div className="row-end">
        {lock.method === 'system' && (
          <Button icon={Fingerprint} disabled={busy} onClick={() => unlock('system')}>
            {text.lock.system}
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          disabled={busy || passphrase === '' || wait !== null}
        >
          {text.lock.unlock}
        </Button>
      </div>
      <div className="row-apart">
        {isMainWindow && (
          <Button variant="quiet" size="small" onClick={onForgot}>
            {text.lock.forgot}
          </Button>
        )}
        <KillButton sending={sending} onKilled={onKilled} />
      </div>
      {killed !== null && <Killed halt={killed} />}
    </form>
  )
}

/** Halts everything and cancels the working orders; needs no passphrase. */
function KillButton({ sending, onKilled }: Pick<UnlockProps, 'sending' | 'onKilled'>) {
  const text = useText()
  const kill = (): void => {
    void sending.request('assistants.kill', { why: HALTED_BY_HAND, scope: 'all' }).then((halt) => {
      if (halt !== null) onKilled(halt)
    })
  }
  return (
    <Button variant="danger" size="small" icon={OctagonX} disabled={sending.busy} onClick={kill}>
      {text.lock.kill}
    </Button>
  )
}

/** Shows what the kill switch has done so far; it continues while Countersign is locked. */
function Killed({ halt: answered }: { readonly halt: Halt }) {
  const text = useText()
  const live = useSlice(useMainWindow().assistants, (state) => state.value?.halt ?? null)
  const halt = live ?? answered
  return (
    <p role="status">
      {text.lock.killed(halt.cancelled)} {formatHaltCounts(halt, text.instructions.kill)}
    </p>
  )
}

/** Returns how long the next attempt must wait, as text; null when it may be made now. */
function useWait(until: number | null): string | null {
  const now = useNow(useMainWindow().now, until === null ? null : WAIT_MS)
  return until === null || until <= now ? null : formatAge(until - now)
}
