import type { App } from 'electron'
import { isTestRuntime } from './test-runtime.js'

/** The mark of a package of a test runtime, as in its name and its menu entry. */
const MARK = 'TEST RUNTIME'

/**
 * Returns a window's title. In an installed program of a test runtime it begins with the mark, so
 * that no list of windows shows it as the product.
 */
export const markedTitle = (
  title: string,
  { isPackaged }: Pick<App, 'isPackaged'>,
  testRuntime = isTestRuntime(),
): string => (isPackaged && testRuntime ? `${MARK} · ${title}` : title)
