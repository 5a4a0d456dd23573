import { useState } from 'react'
import { ARMING_WORD } from '../../../shared/domain/app/profile.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { usePanelText } from '../../language/panel-text.js'
import { problemOf, useProblem } from '../../language/use-problem.js'
import { Button } from '../../ui/button.js'
import { Field, TextInput } from '../../ui/field.js'
import { StepUp } from '../lock/step-up.js'
import type { GuideProps } from './guide-props.js'
import { endGuide } from './guide-progress.js'

/** The typed word that opens the account and allows orders with real money. */
export function WordForm({
  guide: { view, go },
  isComplete,
}: {
  readonly guide: GuideProps
  readonly isComplete: boolean
}) {
  const text = usePanelText()
  const messages = text.connect
  const { word, setWord, problem, busy, isProving, setProving, isOpen, open } = useWord(
    view?.profile.id,
  )
  if (view === null) return null
  return (
    <form
      className="connect-word"
      aria-label={messages.check.word}
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <p>{text.profiles.arm.body(view.profile.name)}</p>
      {!isComplete && <p className="note warn">{messages.check.incomplete}</p>}
      <Field label={text.profiles.arm.type(ARMING_WORD)} problem={problem}>
        {(wiring) => (
          <TextInput
            {...wiring}
            data-testid="arming-word"
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        )}
      </Field>
      <div className="row-apart">
        <Button onClick={() => go('test')}>{messages.back}</Button>
        <Button type="submit" variant="danger primary" disabled={word !== ARMING_WORD || busy}>
          {isOpen ? text.profiles.arm.doArm : text.profiles.arm.do}
        </Button>
      </div>
      {isProving && (
        <StepUp
          onClose={() => setProving(false)}
          onProven={() => {
            setProving(false)
            void open()
          }}
        />
      )}
    </form>
  )
}

type ProfileIdentity = NonNullable<GuideProps['view']>['profile']['id']

function useWord(id: ProfileIdentity | undefined) {
  const mainWindow = useMainWindow()
  const close = useClose()
  const isOpen = useSlice(mainWindow.appState, ({ value }) => value?.current?.id === id)
  const [word, setWord] = useState('')
  const [busy, setBusy] = useState(false)
  const [isProving, setProving] = useState(false)
  const [problem, setProblem] = useProblem()
  const open = async (): Promise<void> => {
    if (id === undefined || word !== ARMING_WORD) return
    setBusy(true)
    const reply = isOpen
      ? await mainWindow.invoke('trading.arm', { word })
      : await mainWindow.invoke('profiles.switch', { id, word })
    setBusy(false)
    if (reply.ok) {
      endGuide(mainWindow)
      close()
    } else if (reply.error.code === 'lock/step-up') setProving(true)
    else setProblem(problemOf(reply.error))
  }
  return { word, setWord, problem, busy, isProving, setProving, isOpen, open } as const
}
