import type { Page } from '@playwright/test'
import { needsPress } from '../../../electron/app/ipc/press-rules.js'
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

/** Calls a command of main over the page's own bridge, with the press that its effect needs. */
export async function invoke(
  desk: { readonly page: Page },
  op: string,
  input: unknown,
): Promise<BridgeReply> {
  if (op in contract && needsPress(op as OpName, input)) await pressNothing(desk.page)
  return invokeUnpressed(desk, op, input)
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
