import { Bot, OctagonX } from 'lucide-react'
import type { Halt, HaltScope } from '../../../shared/domain/orders/halt.js'
import type { ConnectionView } from '../../../shared/domain/instructions/connection.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { haltTrading } from '../commands/halt.js'
import { useRequest } from '../../ui/use-request.js'
import { Flatten } from './flatten.js'

const messages = text.instructions.kill
const NONE: readonly ConnectionView[] = []

/**
 * The kill switch: halts assistants, or everything, with one press each. Afterwards it shows the
 * remaining orders and the next actions, each a separate step.
 */
export function Kill() {
  const mainWindow = useMainWindow()
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  const halt = useSlice(mainWindow.assistants, (state) => state.value?.halt ?? null)
  const connections = useSlice(mainWindow.assistants, (state) => state.value?.connections ?? NONE)
  const { request, busy, problem } = useRequest()
  const close = useClose()
  const kill = (scope: HaltScope): void =>
    void request('assistants.kill', { why: messages.by, scope })
  const paused = connections.filter(
    ({ state, pauseWhy }) => state === 'paused' && pauseWhy?.startsWith('Halted') === true,
  )
  const everything = (
    <Choice
      variant="danger primary"
      icon={OctagonX}
      test="kill-all"
      label={halt === null ? messages.all : messages.allToo}
      hint={messages.allHint}
      busy={busy}
      onPress={() => kill('all')}
    />
  )
  return (
    <Dialog
      title={halt === null ? messages.title : messages.haltedTitle[halt.scope]}
      onClose={close}
      foot={
        <Button data-autofocus onClick={close}>
          {messages.close}
        </Button>
      }
    >
      <div className="stack">
        {halt === null ? <p>{messages.body}</p> : <Left halt={halt} />}
        {halt === null && (
          <Choice
            variant="danger"
            icon={Bot}
            test="kill-assistants"
            label={messages.assistants}
            hint={messages.assistantsHint}
            busy={busy}
            onPress={() => kill('assistants')}
          />
        )}
        {halt === null && everything}
        {halt === null && !halted && (
          <Choice
            icon={OctagonX}
            test="kill-halt"
            label={messages.halt}
            hint={messages.haltHint}
            busy={busy}
            onPress={() => void haltTrading(mainWindow).then(close)}
          />
        )}
        {halt !== null && halt.phase !== 'clearing' && <Flatten scope={halt.scope} />}
        {/* Placed lower than before the halt, so that a second press at the same spot sends nothing. */}
        {halt?.scope === 'assistants' && everything}
        {halt !== null && (
          <Choice
            test="kill-lift"
            label={messages.lift}
            hint={halt.scope === 'all' ? messages.liftHintAll : messages.liftHint}
            busy={busy}
            onPress={() => void request('assistants.release', {})}
          />
        )}
        {halt === null && paused.length > 0 && (
          <section className="stack" aria-label={messages.letIn} data-testid="let-in">
            <p>{messages.lifted}</p>
            <div className="row-wrap">
              {paused.map(({ id, name }) => (
                <Button
                  key={id}
                  disabled={busy}
                  onClick={() => void request('assistants.resume', { id })}
                >
                  {messages.resume(name)}
                </Button>
              ))}
            </div>
          </section>
        )}
        {problem !== null && (
          <p className="note bad" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Shows "0 working, 0 unknown", or lists the orders whose end is not confirmed. */
function Left({ halt }: { readonly halt: Halt }) {
  const { phase, withdrawn, cancelled, working, unknown, left } = halt
  return (
    <>
      <p role="status" data-testid="kill-left" data-phase={phase} tabIndex={-1}>
        {phase === 'clearing' && <>{messages.busy}… </>}
        {messages.done(withdrawn, cancelled)}{' '}
        <strong className="tnum">{messages.left(working, unknown)}</strong>
      </p>
      {phase === 'left' && left.length > 0 && (
        <>
          <p className="note bad">{messages.leftOver}</p>
          <ul className="plain-list tnum">
            {left.map(({ clientOrderId, line, state }) => (
              <li key={clientOrderId ?? line}>
                {line} <span className="dim">{messages.leftState[state]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="dim">{messages.survives}</p>
    </>
  )
}

interface ChoiceProps {
  readonly variant?: 'danger' | 'danger primary'
  readonly icon?: typeof Bot
  readonly test: string
  readonly label: string
  readonly hint: string
  readonly busy: boolean
  readonly onPress: () => void
}

/**
 * One action of the dialog. Ignores the second click of a double click, which was meant for the
 * control shown before.
 */
function Choice({ variant, icon, test, label, hint, busy, onPress }: ChoiceProps) {
  return (
    <div className="kill-choice">
      <Button
        {...(variant === undefined ? {} : { variant })}
        {...(icon === undefined ? {} : { icon })}
        data-testid={test}
        disabled={busy}
        onClick={({ detail }) => {
          if (detail < 2) onPress()
        }}
      >
        {label}
      </Button>
      <p className="dim">{hint}</p>
    </div>
  )
}
