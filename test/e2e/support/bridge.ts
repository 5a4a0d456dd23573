import type { Page } from '@playwright/test'

/** The answer of a command of main. */
export interface BridgeReply {
  readonly ok: boolean
  readonly error?: { readonly code: string }
  readonly value?: unknown
}

interface Bridge {
  readonly countersign: { invoke(op: string, input: unknown): Promise<BridgeReply> }
}

/** Calls a command of main over the page's own bridge, as code injected into the page would. */
export const invoke = (
  { page }: { readonly page: Page },
  op: string,
  input: unknown,
): Promise<BridgeReply> =>
  page.evaluate(
    ([name, value]) => (window as unknown as Bridge).countersign.invoke(name as string, value),
    [op, input],
  )
