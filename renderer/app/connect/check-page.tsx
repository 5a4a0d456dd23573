import { Check, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import type {
  ProductionChecklist,
  ProductionCheckResult,
} from '../../../shared/domain/app/production-checklist.js'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import { dayStamp } from '../../format/time.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { useEvery } from '../../ui/every.js'
import { haltTrading } from '../commands/halt.js'
import type { GuideProps } from './guide-props.js'
import { ProtectForm } from './protect-form.js'
import { WordForm } from './word-form.js'

/** Another window or a shortcut can do what is listed, so it is read again in this time. */
const REFRESH_MS = 1_000

/** What should have happened before the first order with real money, and then the word. */
export function CheckPage({ guide }: { readonly guide: GuideProps }) {
  const { view } = guide
  return view === null ? null : <Checks guide={guide} id={view.profile.id} />
}

function Checks({ guide, id }: { readonly guide: GuideProps; readonly id: ProfileId }) {
  const messages = usePanelText().connect.check
  const { checklist, setChecklist } = useChecklist(id)
  if (checklist === null) return null
  const isDone = (check: ProductionCheckResult['check']): boolean =>
    checklist.checks.some((result) => result.check === check && result.done)
  return (
    <div className="connect-body">
      <p>{messages.intro}</p>
      <ul className="connect-checks">
        {checklist.checks.map((result) => (
          <CheckRow key={result.check} result={result} />
        ))}
      </ul>
      {!isDone('sandbox-order') && <p className="dim">{messages.orderHint}</p>}
      {!(isDone('limits') && isDone('lock')) && (
        <ProtectForm
          id={id}
          withLimits={!isDone('limits')}
          withLock={!isDone('lock')}
          onSaved={setChecklist}
        />
      )}
      {!isDone('halt') && <TryHalt />}
      <WordForm guide={guide} isComplete={checklist.complete} />
    </div>
  )
}

function useChecklist(id: ProfileId) {
  const { invoke } = useMainWindow()
  const beat = useEvery(REFRESH_MS)
  const [checklist, setChecklist] = useState<ProductionChecklist | null>(null)
  useEffect(() => {
    let isCurrent = true
    void invoke('profiles.checklist', { id }).then((reply) => {
      if (reply.ok && isCurrent) setChecklist(reply.value)
    })
    return () => {
      isCurrent = false
    }
  }, [invoke, id, beat])
  return { checklist, setChecklist } as const
}

function CheckRow({
  result: { check, done, doneAt, profile },
}: {
  readonly result: ProductionCheckResult
}) {
  const messages = usePanelText().connect.check
  const Icon = done ? Check : CircleDashed
  return (
    <li data-done={done} data-testid={`checklist-${check}`}>
      <Icon size={14} aria-hidden />
      <strong>{messages.names[check]}</strong>
      <span className="dim">
        {!done
          ? messages.open
          : doneAt === null || profile === null
            ? messages.done
            : messages.on(dayStamp(doneAt), profile)}
      </span>
    </li>
  )
}

/** Halts the open profile, so that the person has seen what a halt does. */
function TryHalt() {
  const messages = usePanelText().connect.check
  const mainWindow = useMainWindow()
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  const session = useSlice(mainWindow.session, (state) => state.value !== null)
  return (
    <section className="stack" aria-label={messages.names.halt}>
      <p className="dim">{messages.haltHint}</p>
      <div>
        <Button
          variant="danger"
          disabled={halted || !session}
          onClick={() => void haltTrading(mainWindow)}
        >
          {messages.halt}
        </Button>
      </div>
    </section>
  )
}
