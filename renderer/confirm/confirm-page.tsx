import { Inbox } from 'lucide-react'
import { useStore } from 'zustand'
import { NO_CARD_TITLE } from '../../shared/domain/instructions/card.js'
import type { Invoke } from '../bridge/client.js'
import { useConfirmText } from '../language/confirm-text.js'
import type { ConfirmStore } from './state/confirm-store.js'
import { Decide } from './decision/decide.js'
import { usePaintedTitle } from './state/use-shown.js'
import { inEnglish } from '../../shared/messages/format-message.js'

export interface ConfirmPageProps {
  readonly store: ConfirmStore
  readonly invoke: Invoke
}

/**
 * Shows the current card, or that none is pending. Each card gets its own page state, so that input
 * given to one is never applied to the next.
 */
export function ConfirmPage({ store, invoke }: ConfirmPageProps) {
  const text = useConfirmText()
  const state = useStore(store)
  const { view } = state
  const card = view?.batch[0] ?? view?.card ?? null
  usePaintedTitle(view === null ? null : card === null ? NO_CARD_TITLE : inEnglish(card.line))
  if (view === null) return <main className="page" aria-busy />
  if (card === null) {
    return (
      <main className="page idle">
        <div className="empty">
          <Inbox size={20} aria-hidden />
          <h1>{text.nothing}</h1>
          <p>{text.nothingHint}</p>
        </div>
      </main>
    )
  }
  return (
    <Decide
      key={card.batch?.batchId ?? card.id}
      view={view}
      first={card}
      state={state}
      store={store}
      invoke={invoke}
    />
  )
}
