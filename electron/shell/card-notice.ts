import type { Disposer } from '../../shared/domain/brand.js'
import { ENVIRONMENT_WORDS } from '../../shared/domain/environment.js'
import type { Card, ConfirmView } from '../../shared/ipc/instructions.js'
import type { NoticeWords } from './system-notice.js'

/** What fits into a notification on every system; the card has all of it. */
const BODY_CHARS = 180

export interface CardNoticeDeps {
  readonly view: () => ConfirmView
  /**
   * True while a window of ours has the focus: then the card itself comes up in sight of the
   * person.
   */
  readonly here: () => boolean
  /** Shows it, answers how to take it back; null where there are no notifications. */
  readonly show: (words: NoticeWords, onClick: () => void) => Disposer | null
  /** The person asked for the card. */
  readonly onClick: () => void
}

/**
 * Tells a person who is at work elsewhere that something waits, by one notification of the system
 * (rule 17). It decides nothing.
 */
export interface CardNotice {
  /** Another instruction came. */
  arrived(): void
  /** The person is here, or nothing waits any more: what was told is taken back. */
  done(): void
}

/** States in which a card waits for the person or for the broker; after them it is only read. */
const UNDECIDED: ReadonlySet<string> = new Set(['loading', 'open', 'sending'])
export const isUndecided = ({ state }: Card): boolean => UNDECIDED.has(state)

/**
 * How many instructions are not decided yet, the one that is read and the rows of a batch included.
 */
export const waitingIn = ({ card, batch, waiting }: ConfirmView): number =>
  waiting +
  (batch.length > 0 ? batch.filter(isUndecided).length : card !== null && isUndecided(card) ? 1 : 0)

/**
 * "An instruction waits", and what it is where there is only one: who asks, where, and for what. Of
 * several, only how many.
 */
export function noticeWords(view: ConfirmView): NoticeWords {
  const { card } = view
  const asked = waitingIn(view)
  const title = asked <= 1 ? 'An instruction waits for you' : `${asked} instructions wait for you`
  if (card === null || asked > 1) {
    return { title, body: 'Open Countersign to read them. Nothing is sent before you approve it.' }
  }
  const body = `${ENVIRONMENT_WORDS[card.environment]} · ${card.asks.name}: ${card.line}`
  return { title, body: body.length > BODY_CHARS ? `${body.slice(0, BODY_CHARS - 1)}…` : body }
}

export function createCardNotice({ view, here, show, onClick }: CardNoticeDeps): CardNotice {
  let takeBack: Disposer | null = null
  const done = (): void => {
    takeBack?.()
    takeBack = null
  }
  return {
    arrived() {
      done()
      if (!here()) takeBack = show(noticeWords(view()), onClick)
    },
    done,
  }
}
