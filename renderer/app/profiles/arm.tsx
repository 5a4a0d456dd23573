import { useState } from 'react'
import { ARMING_WORD } from '../../../shared/domain/profile.js'
import { useClose, useDesk, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, TextInput } from '../../ui/field.js'
import { StepUp } from '../lock/step-up.js'
import { useAsk } from './use-ask.js'

/**
 * The typed word before real money: opens a production profile, or allows trading in the one that
 * is open.
 */
export function Arm() {
  const desk = useDesk()
  const wanted = useSlice(desk.layout, (state) => state.profile)
  const above = useSlice(desk.above, (state) => state.value)
  const { ask, busy, problem } = useAsk()
  const [word, setWord] = useState('')
  const [proven, setProven] = useState(false)
  const close = useClose()
  const target = above?.profiles.find((profile) => profile.id === wanted) ?? above?.current ?? null
  if (above === null || target === null) return null
  const open = target.id === above.current?.id
  const go = (): void => {
    if (word !== ARMING_WORD) return
    void (open ? ask('desk.arm', { word }) : ask('desk.switch', { id: target.id, word })).then(
      (done) => {
        if (done !== null) close()
      },
    )
  }
  if (above.lock.method !== 'none' && !proven) {
    return <StepUp onClose={close} onProven={() => setProven(true)} />
  }
  return (
    <Dialog
      title={text.profiles.arm.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{text.dialog.cancel}</Button>
          <Button look="danger primary" disabled={word !== ARMING_WORD || busy} onClick={go}>
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
