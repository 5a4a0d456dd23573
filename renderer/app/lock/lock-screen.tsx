import { Fingerprint, LockKeyhole, OctagonX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { AppStateView } from '../../../shared/domain/app/app-state.js'
import { formatAge } from '../../format/time.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Field, SecretInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

/**
 * Covers everything while Countersign is locked. Streams continue behind it; only the kill switch
 * still works.
 */
export function LockScreen() {
  const appState = useSlice(useMainWindow().appState, (state) => state.value)
  return appState?.lock.locked === true ? <Locked appState={appState} /> : null
}

function Locked({ appState }: { readonly appState: AppStateView }) {
  const mainWindow = useMainWindow()
  const { lock, current } = appState
  const { request, busy, problem } = useRequest()
  const [passphrase, setPassphrase] = useState('')
  const [forgetting, setForgetting] = useState(false)
  const [killed, setKilled] = useState<string | null>(null)
  const wait = useWait(lock.retryAt)
  const unlock = (kind: 'passphrase' | 'system'): void => {
    const proof = kind === 'system' ? { kind } : { kind, passphrase }
    setPassphrase('')
    void request('lock.unlock', { proof })
  }
  const kill = (): void => {
    void request('trading.kill', { why: text.halt.byHand }).then((done) => {
      if (done !== null) setKilled(text.lock.killed(done.cancelled, done.working))
    })
  }
  return (
    <div
      className="cover solid"
      data-environment={current?.environment}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="cover-card" role="dialog" aria-modal aria-labelledby="lock-title">
        {current !== null && <span className="env">{ENVIRONMENT_LABELS[current.environment]}</span>}
        <h2 id="lock-title">
          <LockKeyhole size={16} aria-hidden />
          {text.lock.locked}
        </h2>
        {forgetting ? (
          <div className="stack">
            <h3>{text.lock.forgotTitle}</h3>
            <p>{text.lock.forgotBody}</p>
            {problem !== null && (
              <p className="field-problem" role="alert">
                {problem}
              </p>
            )}
            <div className="row-end">
              <Button data-autofocus onClick={() => setForgetting(false)}>
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
        ) : (
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
            <Field
              label={text.lock.passphrase}
              problem={wait === null ? problem : text.lock.wait(wait)}
            >
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
              <Button variant="quiet" size="small" onClick={() => setForgetting(true)}>
                {text.lock.forgot}
              </Button>
              <Button variant="danger" size="small" icon={OctagonX} disabled={busy} onClick={kill}>
                {text.lock.kill}
              </Button>
            </div>
            {killed !== null && <p role="status">{killed}</p>}
          </form>
        )}
      </div>
    </div>
  )

  function useWait(until: number | null): string | null {
    const [now, setNow] = useState(mainWindow.now())
    useEffect(() => {
      if (until === null) return undefined
      const timer = setInterval(() => setNow(mainWindow.now()), 250)
      return () => clearInterval(timer)
    }, [until])
    return until === null || until <= now ? null : formatAge(until - now)
  }
}
