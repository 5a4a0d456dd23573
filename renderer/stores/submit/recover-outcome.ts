import type { MainWindow } from '../main-window.js'
import { outcomeOf, type SubmitOutcome } from './submit-order.js'

/** How long to wait while main has no session that could answer, in ms. */
const RETRY_MS = 1_000

export type Wait = (ms: number) => Promise<void>
export const waitInPage: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What is shown until main has answered: the order may exist. */
export const LOST: SubmitOutcome = { kind: 'unknown', order: null }

/**
 * Returns what became of a ticket whose reply was lost with the page; null when nothing was sent
 * under it. Sends nothing.
 */
export async function recoverOutcome(
  { invoke }: Pick<MainWindow, 'invoke'>,
  ticket: string,
  wait: Wait,
): Promise<SubmitOutcome | null> {
  for (;;) {
    const reply = await invoke('orders.outcome', { ticket })
    if (reply.ok) return reply.value === null ? null : outcomeOf({ ok: true, value: reply.value })
    await wait(RETRY_MS)
  }
}
