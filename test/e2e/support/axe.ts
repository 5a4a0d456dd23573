import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { waitForAnimations } from './settle.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Loads axe into a page through the debugger, as developer tools would: the page's own policy
 * allows no other script.
 */
export const loadAxe = async (page: Page): Promise<void> => {
  await page.evaluate(AXE)
}

/** Returns the axe violations in a part of the page, one line per rule and element. */
export async function axeViolations(page: Page, selector: string): Promise<readonly string[]> {
  await waitForAnimations(page)
  return page.evaluate(async (within) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: string, options: object): Promise<AxeResults> }
    }
    const found = await axe.run(within, { resultTypes: ['violations'] })
    return found.violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`),
    )
  }, selector)
}
