import { Bot, OctagonX } from 'lucide-react'
import type { Halt, HaltScope } from '../../../shared/domain/orders/halt.js'
import type { ConnectionView } from '../../../shared/domain/instructions/connection.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { formatHaltCounts, isCheckingHalt } from '../../format/halt/halt-counts.js'
import { HALTED_BY_HAND } from '../../format/halt/halted-by-hand.js'
import { formatMessage } from '../../format/message.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { haltTrading } from '../commands/halt.js'
import { useRequest } from '../../ui/use-request.js'
import { Flatten } from './flatten.js'

const NONE: readonly ConnectionView[] = []

/**
 * The kill switch: halts assistants, or everything, with one press each. Afterwards it shows the
 * remaining orders and the next actions, each a separate step.
 */
export function Kill() {
  const messages = useText().instructions.kill
  const halt = useSlice(useMainWindow().assistants, (state) => state.value?.halt ?? null)
  const sending = useRequest()
  const close = useClose()
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
        {halt === null ? (
          <BeforeHalt sending={sending} onClose={close} />
        ) : (
          <AfterHalt halt={halt} sending={sending} />
        )}
        {sending.problem !== null && (
          <p className="note bad" role="alert">
            {sending.problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** One request at a time for the whole dialog. */
type Sending = ReturnType<typeof useRequest>

const kill = ({ request }: Sending, scope: HaltScope): void =>
  void request('assistants.kill', { why: HALTED_BY_HAND, scope })

function BeforeHalt({
  sending,
  onClose,
}: {
  readonly sending: Sending
  readonly onClose: () => void
}) {
  const messages = useText().instructions.kill
  const mainWindow = useMainWindow()
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  return (
    <>
      <p>{messages.body}</p>
      <Choice
        variant="danger"
        icon={Bot}
        test="kill-assistants"
        label={messages.assistants}
        hint={messages.assistantsHint}
        busy={sending.busy}
        onPress={() => kill(sending, 'assistants')}
      />
      <KillAll sending={sending} label={messages.all} />
      {!halted && (
        <Choice
          icon={OctagonX}
          test="kill-halt"
          label={messages.halt}
          hint={messages.haltHint}
          busy={sending.busy}
          onPress={() => void haltTrading(mainWindow).then(onClose)}
        />
      )}
      <Resumable sending={sending} />
    </>
  )
}

function AfterHalt({ halt, sending }: { readonly halt: Halt; readonly sending: Sending }) {
  const messages = useText().instructions.kill
  return (
    <>
      <Left halt={halt} />
      {halt.phase !== 'clearing' && <Flatten scope={halt.scope} />}
      {/* Lower than before the halt, so that a second press at the same spot sends nothing. */}
      {halt.scope === 'assistants' && <KillAll sending={sending} label={messages.allToo} />}
      <Choice
        test="kill-lift"
        label={messages.lift}
        hint={halt.scope === 'all' ? messages.liftHintAll : messages.liftHint}
        busy={sending.busy}
        onPress={() => void sending.request('assistants.release', {})}
      />
    </>
  )
}

function KillAll({ sending, label }: { readonly sending: Sending; readonly label: string }) {
  const messages = useText().instructions.kill
  return (
    <Choice
      variant="danger primary"
      icon={OctagonX}
      test="kill-all"
      label={label}
      hint={messages.allHint}
      busy={sending.busy}
      onPress={() => kill(sending, 'all')}
    />
  )
}

/** The assistants that a halt has paused; each is resumed on its own. */
function Resumable({ sending: { request, busy } }: { readonly sending: Sending }) {
  const messages = useText().instructions.kill
  const { assistants } = useMainWindow()
  const connections = useSlice(assistants, (state) => state.value?.connections ?? NONE)
  const paused = connections.filter(
    ({ state, pauseWhy }) => state === 'paused' && pauseWhy?.code === 'killSwitch.pauseReason',
  )
  if (paused.length === 0) return null
  return (
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
  )
}

/** Shows "0 working, 0 unknown", or lists the orders whose end is not confirmed. */
function Left({ halt }: { readonly halt: Halt }) {
  const messages = useText().instructions.kill
  const { phase, withdrawn, cancelled, working, unknown, left, atLeast } = halt
  const more = working + unknown - left.length
  return (
    <>
      <p role="status" data-testid="kill-left" data-phase={phase} tabIndex={-1}>
        {phase === 'clearing' && <>{messages.busy}… </>}
        {messages.done(withdrawn, cancelled)}{' '}
        <strong className="tnum">{formatHaltCounts(halt, messages)}</strong>
      </p>
      {isCheckingHalt(halt) ? (
        <p className="note">{messages.checkingHint}</p>
      ) : (
        atLeast === true && <p className="note">{messages.listing}</p>
      )}
      {phase === 'left' && left.length > 0 && (
        <>
          <p className="note bad">{messages.leftOver}</p>
          <ul tabIndex={0} className="plain-list tnum">
            {left.map(({ clientOrderId, line, state }) => (
              <li key={clientOrderId ?? formatMessage(line)}>
                {formatMessage(line)} <span className="dim">{messages.leftState[state]}</span>
              </li>
            ))}
            {more > 0 && <li className="dim">{messages.more(more)}</li>}
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
