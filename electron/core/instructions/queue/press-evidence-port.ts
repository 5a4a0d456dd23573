/** What shows that a person pressed approve: an observed press, or their own setting. */
export type Press = 'observed' | 'assistive'

/** The presses that main itself observed on the confirm window (CONFIRM-42). */
export interface PressEvidencePort {
  /**
   * Returns what shows that the card with this nonce was approved by a person; null when nothing
   * does. An observed press is used up.
   */
  use(nonce: string): Press | null
}
