import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { ClockPort } from '../../ports.js'
import type { PressEvidencePort } from '../queue/press-evidence-port.js'

/** How long after a press its approval must arrive, in ms. */
export const PRESS_VALID_MS = 2_000
/** How long one press approves the rows of a batch, which are sent one after another, in ms. */
export const BATCH_VALID_MS = 60_000

/** The half of a press that main observed on the confirm window. */
export type PressPhase = 'begin' | 'end'

/** Where a press was: `unknown` for keys, and where the system gives no position. */
export type PressPlace = 'approve' | 'elsewhere' | 'unknown'

/**
 * The presses that main itself observed on the confirm window (CONFIRM-42). An approval counts only
 * for a card that was armed when such a press began, once, and shortly after the press ended: a
 * page that approves without the person has no press behind it.
 */
export interface PressEvidence extends PressEvidencePort {
  observe(phase: PressPhase, place: PressPlace): void
}

export interface PressEvidenceDeps {
  readonly view: () => ConfirmView
  readonly clock: Pick<ClockPort, 'monotonic'>
  /** True while the person accepts presses that cause no input event, as assistive tools make. */
  readonly assistive: () => boolean
}

/** What a press approves: the cards that were armed when it began. */
interface ObservedPress {
  readonly nonces: Set<string>
  /** By the monotonic clock. */
  readonly validUntil: number
}

/** Creates the record of presses; the nonce of a card changes whenever it is armed again. */
export function createPressEvidence({ view, clock, assistive }: PressEvidenceDeps): PressEvidence {
  let begun: ReadonlySet<string> = new Set()
  let press: ObservedPress | null = null
  /** The press whose batch is being sent: scrolling meanwhile does not stop its other rows. */
  let sending: ObservedPress | null = null
  const usedBy = (found: ObservedPress | null, nonce: string): boolean =>
    found !== null && clock.monotonic() <= found.validUntil && found.nonces.delete(nonce)
  return {
    observe(phase, place) {
      const armed = phase === 'begin' && place !== 'elsewhere' ? armedNonces(view()) : NONE
      press =
        phase === 'end' && place !== 'elsewhere'
          ? { nonces: new Set(begun), validUntil: clock.monotonic() + PRESS_VALID_MS }
          : null
      begun = armed
    },
    use(nonce) {
      if (usedBy(sending, nonce)) return 'observed'
      if (press !== null && usedBy(press, nonce)) {
        sending = { nonces: press.nonces, validUntil: clock.monotonic() + BATCH_VALID_MS }
        press = null
        return 'observed'
      }
      return assistive() ? 'assistive' : null
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

const armedNonces = ({ card, batch }: ConfirmView): ReadonlySet<string> =>
  new Set(
    (card === null ? batch : [card, ...batch])
      .filter(({ arming }) => arming.armed)
      .map(({ arming }) => arming.nonce),
  )
