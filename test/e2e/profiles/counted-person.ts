import { expect, type Locator, type Page } from '@playwright/test'

/** Forty words a minute, as people type who look at what they copy. */
const TYPING_MS = 200

/**
 * A person whose presses are counted: clicks, and keys that press something (Enter, Space). Typed
 * characters and Tab are no presses; they take a person's time.
 */
export class CountedPerson {
  readonly page: Page
  readonly #startedAt = Date.now()
  readonly #presses: string[] = []

  constructor(page: Page) {
    this.page = page
  }

  get presses(): readonly string[] {
    return this.#presses
  }

  get minutes(): number {
    return (Date.now() - this.#startedAt) / 60_000
  }

  async click(control: Locator, label: string): Promise<void> {
    await expect(control).toBeEnabled()
    await control.click()
    this.#presses.push(label)
  }

  async enter(label: string): Promise<void> {
    await this.page.keyboard.press('Enter')
    this.#presses.push(`Enter: ${label}`)
  }

  /** Types into the control that has the focus, at a person's speed. */
  async type(control: Locator, text: string): Promise<void> {
    await expect(control).toBeFocused()
    await this.page.keyboard.type(text, { delay: TYPING_MS })
    await expect(control).toHaveValue(text)
  }

  async tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    // A control that waits for an answer is skipped by the keyboard.
    await expect(control).toBeEnabled()
    for (let tabs = 0; tabs < 30; tabs += 1) {
      await this.page.keyboard.press(key)
      if (await control.evaluate((element) => element === document.activeElement)) return
    }
    await expect(control).toBeFocused()
  }
}
