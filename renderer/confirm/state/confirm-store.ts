import { createStore } from 'zustand/vanilla'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Card, ConfirmView } from '../../../shared/domain/instructions/card.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Result } from '../../../shared/domain/result.js'
import { bodyOf, type OpenStream } from '../../bridge/stream.js'

/** Main's view, and when it arrived on the page's monotonic clock. */
export interface ConfirmState {
  readonly view: ConfirmView | null
  /**
   * `performance.now()` of the frame or reply that brought the view; durations in it count from
   * here.
   */
  readonly receivedAt: number
  /** The wall-clock time at that moment; expiries are given in wall-clock time. */
  readonly receivedTime: number
  /** The request in flight. Approve and every control that would change a card wait for it. */
  readonly busy: 'none' | 'deciding' | 'asking'
  readonly error: AppError | null
}

export type ConfirmStore = ReturnType<typeof createConfirmStore>

/** @param clock the page's monotonic clock and the wall clock, both in ms */
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
    // An error belongs to the card that it was reported for.
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
    /** Follows main's view. After a gap the shown view stays until the snapshot arrives. */
    follow: (open: OpenStream): Disposer =>
      open([{ kind: 'confirm' }], (frame, topic) => {
        if (topic.kind !== 'confirm' || (frame.kind !== 'snapshot' && frame.kind !== 'delta')) {
          return
        }
        const view = bodyOf(frame, topic)
        if (view !== null) put(view)
      }),
    /** Sends one request to main that returns a view. Resolves to true when it succeeded. */
    async request(
      kind: 'deciding' | 'asking',
      send: () => Promise<Result<ConfirmView, AppError>>,
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
 * Returns a token that identifies what is shown and would be approved. Main renews the nonce with
 * everything that the person decides on; moving context keeps it (CONFIRM-51).
 */
export const tokenOf = (card: Card): string => `${card.id} ${card.arming.nonce}`
