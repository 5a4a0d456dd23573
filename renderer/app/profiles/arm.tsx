import { useState } from 'react'
import { ARMING_WORD } from '../../../shared/domain/app/profile.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, TextInput } from '../../ui/field.js'
import { StepUp } from '../lock/step-up.js'
import { useRequest } from '../../ui/use-request.js'

/**
 * Requires a typed word before real money: opens a production profile, or allows trading in the
 * open one.
 */
export function Arm() {
  const text = useText()
  const mainWindow = useMainWindow()
  const profileId = useSlice(mainWindow.layout, (state) => state.profile)
  const appState = useSlice(mainWindow.appState, (state) => state.value)
  const { request, busy, problem } = useRequest()
  const [word, setWord] = useState('')
  const [proven, setProven] = useState(false)
  const close = useClose()
  const target =
    appState?.profiles.find((profile) => profile.id === profileId) ?? appState?.current ?? null
  if (appState === null || target === null) return null
  const open = target.id === appState.current?.id
  const go = (): void => {
    if (word !== ARMING_WORD) return
    void (
      open ? request('trading.arm', { word }) : request('profiles.switch', { id: target.id, word })
    ).then((done) => {
      if (done !== null) close()
    })
  }
  if (appState.lock.method !== 'none' && !proven) {
    return <StepUp onClose={close} onProven={() => setProven(true)} />
  }
  return (
    <Dialog
      title={text.profiles.arm.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{text.dialog.cancel}</Button>
          <Button variant="danger primary" disabled={word !== ARMING_WORD || busy} onClick={go}>
            {open ? text.profiles.arm.doArm : text.profiles.arm.do}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <p>{text.profiles.arm.body(target.name)}</p>
        <Field label={text.profiles.arm.type(ARMING_WORD)} problem={problem}>
          {(wiring) => (
            <TextInput
              {...wiring}
              data-autofocus
              data-testid="arming-word"
              value={word}
              onChange={(event) => setWord(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
