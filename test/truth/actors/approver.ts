import type { Program } from '../program/program.js'
import { readCard } from '../program/page-scripts.js'

/** What the person did at the confirm window. */
export type Step = 'nothing' | 'waits' | 'ticked' | 'approved' | 'closed'

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * The person at the confirm window, who reads every card to its end, ticks its risks, approves it,
 * and closes it.
 */
export class Approver {
  readonly #program: Program
  approved = 0

  constructor(program: Program) {
    this.#program = program
  }

  /** Does the next thing that the window allows. Rejects when the program is gone. */
  async step(): Promise<Step> {
    const program = this.#program
    if (!(await program.isConfirmVisible())) return 'nothing'
    const card = await program.inPage('confirm', readCard, null)
    if (card.hasClose) {
      await program.click('confirm', { selector: '[data-testid=close]' })
      return 'closed'
    }
    if (card.hold === 'unfocused' || card.hold === 'hidden') await program.focusConfirm()
    if (await this.#acknowledge()) return 'ticked'
    if (!card.hasApprove || !card.isArmed) return 'waits'
    await program.click('confirm', { selector: '[data-testid=approve]' })
    await pause(60)
    this.approved += 1
    return 'approved'
  }

  /** Ticks the next risk that the card names; false when none is left. */
  #acknowledge(): Promise<boolean> {
    return this.#program.click('confirm', {
      selector: '[data-danger]:not(:checked):not(:disabled)',
    })
  }
}
