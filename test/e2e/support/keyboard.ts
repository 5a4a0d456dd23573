import { expect, type Locator, type Page } from '@playwright/test'

/** More controls than any panel has. */
const MAX_TABS = 150

interface CountedPage {
  countedPointers?: number
}

/** Where the focus is: what a screen reader would name, and why it is wrong there. */
interface FocusPlace {
  readonly name: string
  readonly problem: string | null
}

/** Counts presses of a pointer in a page from now on; there should be none. */
export const countPointers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = globalThis as unknown as CountedPage
    counted.countedPointers = 0
    const count = (): void => {
      counted.countedPointers = (counted.countedPointers ?? 0) + 1
    }
    for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) {
      addEventListener(type, count, { capture: true, passive: true })
    }
  })

/** Returns how many presses of a pointer a page has seen. */
export const pointersOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (globalThis as unknown as CountedPage).countedPointers)

const focusPlace = (page: Page): Promise<FocusPlace> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused === document.documentElement) {
      return { name: 'body', problem: 'the focus is lost' }
    }
    const name = `${focused.tagName.toLowerCase()}.${focused.className} "${
      focused.getAttribute('aria-label') ?? (focused.textContent ?? '').slice(0, 40)
    }"`
    const { left, top, right, bottom, width, height } = focused.getBoundingClientRect()
    const isOutside = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
    if (!focused.checkVisibility({ checkVisibilityCSS: true }) || width < 2 || height < 2) {
      return { name, problem: 'the focus is on something invisible' }
    }
    if (isOutside) return { name, problem: 'the focus is outside the window' }
    if (!focused.matches(':focus-visible')) return { name, problem: 'the focus is not marked' }
    const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal]')].at(-1)
    const isBehind = dialog !== undefined && !dialog.contains(focused)
    return { name, problem: isBehind ? 'the focus is behind a dialog' : null }
  })

/** A person at the keyboard, who always has to see where they are. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Expects the focus to be visible, on a control that can be seen, and in the open dialog. */
  async expectFocus(after: string): Promise<void> {
    await expect
      .poll(async () => (await focusPlace(this.page)).problem, {
        message: `focus after ${after}: ${(await focusPlace(this.page)).name}`,
        timeout: 5_000,
      })
      .toBeNull()
  }

  /** Presses keys one after the other; after each the focus must be visible. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      await this.expectFocus(key)
    }
  }

  /** Presses Tab, or Shift+Tab, until the target has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    const visited: string[] = []
    for (let press = 0; press < MAX_TABS; press += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        return this.expectFocus('Tab')
      }
      await this.page.keyboard.press(key)
      await this.expectFocus(key)
      visited.push((await focusPlace(this.page)).name)
    }
    throw new Error(`${key} never reaches ${target.toString()}: ${visited.slice(-12).join(', ')}`)
  }

  /** Replaces what a field contains. */
  async fill(field: Locator, value: string): Promise<void> {
    await this.tabTo(field)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(value)
    await expect(field).toHaveValue(value)
  }

  /** Presses a button with Enter. */
  async enter(button: Locator): Promise<void> {
    await this.tabTo(button)
    await this.page.keyboard.press('Enter')
  }

  /** Moves in a group of choices with the arrow keys until one is chosen. */
  async choose(group: Locator, option: string | RegExp): Promise<void> {
    await this.tabTo(group.locator('[role="radio"][tabindex="0"]'))
    const wanted = group.getByRole('radio', { name: option, exact: typeof option === 'string' })
    const count = await group.getByRole('radio').count()
    for (let press = 0; press <= count; press += 1) {
      if ((await wanted.getAttribute('aria-checked')) === 'true') return
      await this.press('ArrowRight')
    }
    throw new Error(`the arrow keys never reach ${String(option)}`)
  }

  /** Types the first letters of an option of a select box, as its list understands them. */
  async select(box: Locator, label: string): Promise<void> {
    await this.tabTo(box)
    await this.page.keyboard.type(label)
    await expect(box.locator('option:checked')).toHaveText(label)
    await this.expectFocus(`choosing ${label}`)
  }

  /** Runs what the palette finds first. */
  async palette(query: string, first: string | RegExp = query): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.expectFocus('opening the palette')
    await this.page.keyboard.type(query)
    await expect(this.page.locator('.palette-option[aria-selected="true"]')).toContainText(first)
    await this.page.keyboard.press('Enter')
    await this.expectFocus(`running ${query}`)
  }

  /** Moves in a menu with the arrow keys and chooses an entry. */
  async menuItem(name: string | RegExp): Promise<void> {
    const item = this.page.getByRole('menuitem', { name }).first()
    await expect(item).toBeVisible()
    const count = await this.page.getByRole('menuitem').count()
    for (let press = 0; press <= count; press += 1) {
      if (await item.evaluate((element) => element === document.activeElement)) {
        await this.page.keyboard.press('Enter')
        return this.expectFocus(`choosing ${String(name)}`)
      }
      await this.press('ArrowDown')
    }
    throw new Error(`the arrow keys never reach ${String(name)}`)
  }

  /** Moves the focus to a row of the table that has it, by the arrow keys. */
  async row(table: Locator, text: string | RegExp): Promise<void> {
    await expect(table).toBeFocused()
    await expect(table.getByRole('row').filter({ hasText: text }).first()).toBeAttached()
    await this.press('Home')
    const active = table.locator('[data-active="true"]')
    const rows = await table.getByRole('row').count()
    for (let press = 0; press <= rows; press += 1) {
      if (await active.filter({ hasText: text }).count()) return
      await this.press('ArrowDown')
    }
    throw new Error(`the arrow keys never reach ${String(text)}`)
  }
}
