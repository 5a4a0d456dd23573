import type { Page } from '@playwright/test'

/**
 * Runs in the page before the application, in the place of React's developer tools: counts how
 * often components of a panel render again, by the first element that each shows ("ticket:
 * form.ticket").
 */
const PROBE = `(() => {
  const PERFORMED_WORK = 1
  const COMPONENTS = [0, 1, 11, 15]
  const counts = (globalThis.renderCounts = {})
  const first = (fiber) => {
    for (let next = fiber; next !== null; next = next.child) {
      if (typeof next.type !== 'string') continue
      const { className } = next.memoizedProps
      return typeof className === 'string' ? next.type + '.' + className.split(' ')[0] : next.type
    }
    return ''
  }
  const visit = (fiber, before, panel) => {
    if (before !== null && COMPONENTS.includes(fiber.tag) && (fiber.flags & PERFORMED_WORK) !== 0) {
      const name = panel + ': ' + first(fiber)
      counts[name] = (counts[name] ?? 0) + 1
    }
    if (before === null || fiber.child === before.child) return
    const inside = fiber.memoizedProps?.['data-panel'] ?? panel
    for (let child = fiber.child; child !== null; child = child.sibling) {
      visit(child, child.alternate, inside)
    }
  }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    checkDCE() {},
    inject: () => 1,
    onCommitFiberRoot: (_id, root) => visit(root.current, root.current.alternate, ''),
    onPostCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  }
})()`

/** Loads the page again with counters; a mount does not count. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(PROBE)
  await page.reload()
}

/** How often components have rendered again since {@link countRenders}, by panel and element. */
export type RenderCounts = Readonly<Record<string, number>>

export const renderCounts = (page: Page): Promise<RenderCounts> =>
  page.evaluate(() => ({
    ...(globalThis as unknown as { readonly renderCounts: RenderCounts }).renderCounts,
  }))
