import { expect, type Locator, type Page } from '@playwright/test'
import type { PreloadBridge } from '../../../shared/ipc/channels.js'
import type { Card } from '../../../shared/domain/instructions/card.js'
import { openConfirm, type ConfirmRun, type SampleChange } from './confirm-page.js'

/** Two dangers that a person acknowledges one by one. */
export const DANGERS = [
  {
    code: 'far-from-market',
    text: 'The limit is 4.2% above the ask: it fills at once and at any price up to it.',
  },
  { code: 'large-share', text: 'This order is 31% of the account’s equity.' },
]

export type BridgeWindow = Window & { readonly countersign?: PreloadBridge }

/** Operates the confirm window as a person does: reads cards to their end and presses buttons. */
export class ConfirmDriver {
  readonly #run: ConfirmRun
  #page: Page | null = null

  private constructor(run: ConfirmRun) {
    this.#run = run
  }

  static async open(suite: string): Promise<ConfirmDriver> {
    return new ConfirmDriver(await openConfirm(suite))
  }

  get run(): ConfirmRun {
    return this.#run
  }

  /** The page of the confirm window; exists once a card was shown. */
  get page(): Page {
    if (this.#page === null) throw new Error('no card was shown yet')
    return this.#page
  }

  /** Finds the page of the confirm window after a card was shown. */
  async findPage(): Promise<Page> {
    this.#page = await this.#run.confirm()
    return this.#page
  }

  hold(): Locator {
    return this.page.getByTestId('hold')
  }

  approve(): Locator {
    return this.page.getByTestId('approve')
  }

  /** Returns the decisions that the page sent, oldest first. */
  decisions(): ReturnType<ConfirmRun['calls']> {
    return this.#run.calls('confirm.decide')
  }

  /** Scrolls through the whole card, as a person reading it does. */
  async readAll(): Promise<void> {
    for (const part of await this.page.locator('[data-part]').all()) {
      await part.scrollIntoViewIfNeeded()
    }
    await this.page.locator('[data-end="reason"]').scrollIntoViewIfNeeded()
  }

  /** Shows an armed card and reads it to its end. */
  async showArmed(change: SampleChange = {}): Promise<Card> {
    const card = await this.#run.ready(change)
    await this.findPage()
    await this.readAll()
    // The page detects that the card was read one frame later.
    await expect(this.hold()).not.toHaveAttribute('data-hold', /^(unseen|counting)$/)
    return card
  }

  /** Waits until every call that the page has made so far has arrived. */
  flushCalls(): Promise<unknown> {
    return this.page.evaluate(() => (window as BridgeWindow).countersign?.invoke('confirm.get', {}))
  }

  /** Returns the center of the approve button in the page. */
  async approveCenter(): Promise<{ readonly x: number; readonly y: number }> {
    const box = await this.approve().boundingBox()
    if (box === null) throw new Error('approve is not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
}
