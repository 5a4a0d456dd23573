import { createStore } from 'zustand/vanilla'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Card, ConfirmView } from '../../../shared/ipc/instructions.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { Reply } from '../../../shared/ipc/envelope.js'
import { bodyOf, type OpenStream } from '../../bridge/stream.js'

/** What the page knows: main's view, and when it came on the page's steady clock. */
export interface ConfirmState {
  readonly view: ConfirmView | null
  /**
   * `performance.now()` of the frame or answer that brought the view: spans in it count from here.
   */
  readonly receivedAt: number
  /** The computer's time at that moment: expiries are told in it. */
  readonly receivedTime: number
  /** What is on its way; approve and everything that would change a card wait for it. */
  readonly busy: 'none' | 'deciding' | 'asking'
  readonly error: AppError | null
}

export type ConfirmStore = ReturnType<typeof createConfirmStore>

/** @param clock the page's steady clock and the computer's time, both in ms */
export function createConfirmStore(clock: {
  readonly steady: () => number
  readonly time: () => number
}) {
  const store = createStore<ConfirmState>(() => ({
    view: null,
    receivedAt: 0,
    receivedTime: 0,
    busy: 'none',
    error: null,
  }))
  const put = (view: ConfirmView): void => {
    const before = store.getState()
    // An error belongs to the card it was made for.
    const same = cardKey(before.view?.card ?? null) === cardKey(view.card)
    store.setState({
      view,
      receivedAt: clock.steady(),
      receivedTime: clock.time(),
      ...(same ? {} : { error: null }),
    })
  }
  return {
    ...store,
    /** Follows main's view. A gap keeps what is shown: its snapshot is on the way. */
    follow: (open: OpenStream): Disposer =>
      open([{ kind: 'confirm' }], (frame, topic) => {
        if (topic.kind !== 'confirm' || (frame.kind !== 'snapshot' && frame.kind !== 'delta')) {
          return
        }
        const view = bodyOf(frame, topic)
        if (view !== null) put(view)
      }),
    /** Runs one question to main that is answered with a view. Answers true when it was done. */
    async request(
      kind: 'deciding' | 'asking',
      send: () => Promise<Reply<ConfirmView>>,
    ): Promise<boolean> {
      if (store.getState().busy !== 'none') return false
      store.setState({ busy: kind, error: null })
      const answer = await send()
      store.setState({ busy: 'none' })
      if (answer.ok) put(answer.value)
      else store.setState({ error: answer.error })
      return answer.ok
    },
  }
}

export const cardKey = (card: Card | null): string => card?.id ?? ''
/**
 * Names exactly what is shown and what a decision would say yes to: anything else on the card has
 * another token.
 */
export const tokenOf = (card: Card): string => `${card.id} ${card.digest} ${card.arming.nonce}`
