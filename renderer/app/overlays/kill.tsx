import { Bot, OctagonX } from 'lucide-react'
import type { Halt, HaltScope } from '../../../shared/ipc/halt.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import { useClose, useDesk, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { haltTrading } from '../halt.js'
import { useAsk } from '../profiles/use-ask.js'
import { Flatten } from './flatten.js'

const words = text.instructions.kill
const NONE: readonly ConnectionView[] = []

/**
 * The kill switch: assistants, or everything; each one press. Afterwards what is left, plainly, and
 * the ways on: each a step of its own.
 */
export function Kill() {
  const desk = useDesk()
  const halted = useSlice(desk.session, (state) => state.value?.trading === 'halted')
  const halt = useSlice(desk.assistants, (state) => state.value?.halt ?? null)
  const connections = useSlice(desk.assistants, (state) => state.value?.connections ?? NONE)
  const { ask, busy, problem } = useAsk()
  const close = useClose()
  const kill = (scope: HaltScope): void => void ask('assistants.kill', { why: words.by, scope })
  const paused = connections.filter(
    ({ state, pauseWhy }) => state === 'paused' && pauseWhy?.startsWith('Halted') === true,
  )
  const everything = (
    <Choice
      look="danger primary"
      icon={OctagonX}
      test="kill-all"
      label={halt === null ? words.all : words.allToo}
      hint={words.allHint}
      busy={busy}
      onPress={() => kill('all')}
    />
  )
  return (
    <Dialog
      title={halt === null ? words.title : words.standing[halt.scope]}
      onClose={close}
      foot={
        <Button data-autofocus onClick={close}>
          {words.close}
        </Button>
      }
    >
      <div className="stack">
        {halt === null ? <p>{words.body}</p> : <Left halt={halt} />}
        {halt === null && (
          <Choice
            look="danger"
            icon={Bot}
            test="kill-assistants"
            label={words.assistants}
            hint={words.assistantsHint}
            busy={busy}
            onPress={() => kill('assistants')}
          />
        )}
        {halt === null && everything}
        {halt === null && !halted && (
          <Choice
            icon={OctagonX}
            test="kill-halt"
            label={words.halt}
            hint={words.haltHint}
            busy={busy}
            onPress={() => void haltTrading(desk).then(close)}
          />
        )}
        {halt !== null && halt.phase !== 'clearing' && <Flatten scope={halt.scope} />}
        {/* Lower than it stood before: what comes under a hand that has just pressed sends nothing. */}
        {halt?.scope === 'assistants' && everything}
        {halt !== null && (
          <Choice
            test="kill-lift"
            label={words.lift}
            hint={halt.scope === 'all' ? words.liftHintAll : words.liftHint}
            busy={busy}
            onPress={() => void ask('assistants.release', {})}
          />
        )}
        {halt === null && paused.length > 0 && (
          <section className="stack" aria-label={words.letIn} data-testid="let-in">
            <p>{words.lifted}</p>
            <div className="row-wrap">
              {paused.map(({ id, name }) => (
                <Button
                  key={id}
                  disabled={busy}
                  onClick={() => void ask('assistants.resume', { id })}
                >
                  {words.resume(name)}
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

/** "0 working, 0 unknown", or the list of what the desk has not seen the end of. */
function Left({ halt }: { readonly halt: Halt }) {
  const { phase, withdrawn, cancelled, working, unknown, left } = halt
  return (
    <>
      <p role="status" data-testid="kill-left" data-phase={phase} tabIndex={-1}>
        {phase === 'clearing' && <>{words.busy}… </>}
        {words.done(withdrawn, cancelled)}{' '}
        <strong className="tnum">{words.left(working, unknown)}</strong>
      </p>
      {phase === 'left' && left.length > 0 && (
        <>
          <p className="note bad">{words.leftOver}</p>
          <ul className="plain-list tnum">
            {left.map(({ clientOrderId, line, state }) => (
              <li key={clientOrderId ?? line}>
                {line} <span className="dim">{words.leftState[state]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="dim">{words.survives}</p>
    </>
  )
}

interface ChoiceProps {
  readonly look?: 'danger' | 'danger primary'
  readonly icon?: typeof Bot
  readonly test: string
  readonly label: string
  readonly hint: string
  readonly busy: boolean
  readonly onPress: () => void
}

/** The second click of a double-click was meant for what stood there before it. */
function Choice({ look, icon, test, label, hint, busy, onPress }: ChoiceProps) {
  return (
    <div className="kill-choice">
      <Button
        {...(look === undefined ? {} : { look })}
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
