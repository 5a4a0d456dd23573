import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, SecretInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

/**
 * Requires the passphrase (or the fingerprint) before a sensitive action. The text goes to main and
 * is stored nowhere.
 */
export function StepUp({
  onClose,
  onProven,
}: {
  readonly onClose: () => void
  readonly onProven: () => void
}) {
  const text = useText()
  const mainWindow = useMainWindow()
  const system = useSlice(mainWindow.appState, (state) => state.value?.lock.method === 'system')
  const { request, busy, problem } = useRequest()
  const [passphrase, setPassphrase] = useState('')
  const prove = (kind: 'passphrase' | 'system'): void => {
    const proof = kind === 'system' ? { kind } : { kind, passphrase }
    setPassphrase('')
    void request('lock.step-up', { proof }).then((done) => {
      if (done !== null) onProven()
    })
  }
  return (
    <Dialog
      title={text.lock.stepUp}
      onClose={onClose}
      foot={
        <>
          {system && (
            <Button icon={Fingerprint} onClick={() => prove('system')}>
              {text.lock.system}
            </Button>
          )}
          <Button
            variant="primary"
            disabled={busy || passphrase === ''}
            onClick={() => prove('passphrase')}
          >
            {text.lock.go}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          prove('passphrase')
        }}
      >
        <Field label={text.lock.passphrase} hint={text.lock.stepUpHint} problem={problem}>
          {(wiring) => (
            <SecretInput
              {...wiring}
              data-autofocus
              data-testid="step-up"
              value={passphrase}
              onValue={setPassphrase}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
