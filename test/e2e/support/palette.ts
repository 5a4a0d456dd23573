import { expect, type Page } from '@playwright/test'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Types into the palette, and leaves it open. */
async function find(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('[role="dialog"] input[role="combobox"]').fill(query)
}

/**
 * Shows a panel through the palette, which lists every panel by its title. Only the whole title
 * counts: the names of companies that are found later can contain it ("Log" in "Technologies").
 */
export async function showPanel(page: Page, title: string): Promise<void> {
  await find(page, title)
  const name = page.locator('.name', { hasText: new RegExp(`^${escaped(title)}$`) })
  await page.locator('.palette-option').filter({ has: name }).first().click()
}

/** Runs a command from the palette by the keyboard, once it is the first match. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await find(page, title)
  await expect(page.locator('.palette-option').first()).toContainText(title)
  await page.keyboard.press('Enter')
}
