import type { Page } from '@playwright/test'
import { needsPress } from '../../../electron/app/ipc/press-rules.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { contract, type OpName } from '../../../shared/ipc/contract.js'

/** The answer of a command of main. */
export interface BridgeReply {
  readonly ok: boolean
  readonly error?: { readonly code: string }
  readonly value?: unknown
}

interface Bridge {
  readonly countersign: { invoke(op: string, input: unknown): Promise<BridgeReply> }
}

/** A key without any meaning, which main observes as a press. */
const NO_MEANING = 'F9'

/** Presses a key that does nothing, so that the next call has the person's press (SEC-28). */
export const pressNothing = (page: Page): Promise<void> => page.keyboard.press(NO_MEANING)

/** One press at a time, each before its own call: the first call after a press takes it. */
const presses = createSerialQueue()

/** How often a press may be older than it counts, before its call arrives. */
const MAX_PRESSES = 20

/**
 * Calls a command of main over the page's own bridge, with the press that its effect needs. A press
 * counts for two seconds, within which the call of a busy machine may not arrive: it is refused
 * without any effect, and repeated with a new press.
 */
export async function invoke(
  desk: { readonly page: Page },
  op: string,
  input: unknown,
): Promise<BridgeReply> {
  if (!(op in contract) || !needsPress(op as OpName, input)) return invokeUnpressed(desk, op, input)
  for (let press = 1; ; press += 1) {
    const { reply } = await presses.run(async () => {
      await pressNothing(desk.page)
      const called = { reply: invokeUnpressed(desk, op, input) }
      // The call has left the page when the page answers again; only then may the next press come.
      await desk.page.evaluate(() => undefined)
      return called
    })
    const answer = await reply
    if (answer.error?.code !== 'ipc/no-press' || press === MAX_PRESSES) return answer
  }
}

/** Calls a command of main over the page's own bridge, as code injected into the page would. */
export const invokeUnpressed = (
  { page }: { readonly page: Page },
  op: string,
  input: unknown,
): Promise<BridgeReply> =>
  page.evaluate(
    ([name, value]) => (window as unknown as Bridge).countersign.invoke(name as string, value),
    [op, input],
  )
