import { Bot, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { useDesk, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { haltTrading } from '../halt.js'
import { useAsk } from '../profiles/use-ask.js'

const words = text.instructions.kill

interface Left {
  readonly withdrawn: number
  readonly cancelled: number
  readonly working: number
  readonly unknown: number
}

/** The kill switch: assistants, or everything; each one press, and afterwards plainly what is left. */
export function Kill() {
  const desk = useDesk()
  const halted = useSlice(desk.session, (state) => state.value?.trading === 'halted')
  const { ask, busy, problem } = useAsk()
  const [left, setLeft] = useState<Left | null>(null)
  const close = (): void => showOverlay(desk.layout, null)
  const assistants = async (): Promise<Left | null> => ask('assistants.kill', { why: words.by })
  const all = async (): Promise<Left | null> => {
    const killed = await ask('trading.kill', { why: words.by })
    const stopped = await assistants()
    if (killed === null) return null
    return { withdrawn: stopped?.withdrawn ?? 0, cancelled: killed.cancelled + (stopped?.cancelled ?? 0), working: killed.working, unknown: killed.unknown }
  }
  return (
    <Dialog title={words.title} onClose={close} foot={<Button data-autofocus onClick={close}>{words.close}</Button>}>
      <div className="stack">
        <p>{words.body}</p>
        <div className="kill-choice"><Button look="danger" icon={Bot} data-testid="kill-assistants" disabled={busy} onClick={() => void assistants().then(setLeft)}>{words.assistants}</Button><p className="dim">{words.assistantsHint}</p></div>
        <div className="kill-choice"><Button look="danger primary" icon={OctagonX} data-testid="kill-all" disabled={busy} onClick={() => void all().then(setLeft)}>{words.all}</Button><p className="dim">{words.allHint}</p></div>
        {!halted && <div className="kill-choice"><Button icon={OctagonX} disabled={busy} onClick={() => void haltTrading(desk).then(close)}>{words.halt}</Button><p className="dim">{words.haltHint}</p></div>}
        <p role="status" data-testid="kill-left">{busy ? words.busy : left === null ? '' : <>{words.done(left.withdrawn, left.cancelled)} <strong className="tnum">{words.left(left.working, left.unknown)}</strong></>}</p>
        {problem !== null && <p className="note bad" role="alert">{problem}</p>}
      </div>
    </Dialog>
  )
}
